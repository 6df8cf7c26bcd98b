// particle_vertex: passes the values of a particle on, as particle_color names them.

#include "records/Particle"
#include "records/ParticlePicture"

void particle_vertex(Particle particle) {
  ParticlePicture picture = particle_picture_at(particle.picture);
  vec4 inverse = particle.inverse;
  v_center = particle.center;
  v_inverse = inverse;
  v_pixels = 1.0 / vec2(length(inverse.xy), length(inverse.zw));
  v_color = particle.color;
  v_picture = picture.place;
  v_part = picture.part;
  v_limits = picture.limits;
  v_common = vec2(float(picture.clip), picture.isNearest);
}
