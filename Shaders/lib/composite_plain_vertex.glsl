// composite_plain_vertex: passes the values of a composite on, as composite_plain names them.

#include "records/Composite"

void composite_plain_vertex(Composite composite) {
  v_source = vec4(composite.source, composite.opacity, float(composite.clip));
}
