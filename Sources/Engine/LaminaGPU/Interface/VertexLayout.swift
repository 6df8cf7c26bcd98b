// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry

/// The attributes of instances, and the only draw call: quadrilaterals, one for each instance.
final class VertexLayout {
  private let name: OwnedName<VertexArrayObject>
  private let stride = MemoryLayout<Instance>.stride
  private let device: Device

  /// Sets the attributes up from the table of fields. The corresponding GL calls are `glVertexAttribFormat` and
  /// `glVertexAttribIFormat`.
  init(on device: Device) {
    self.device = device
    name = OwnedName(on: device)
    let vertices = device.gl.vertices
    device.state.bind(vertexArray: name.rawValue)
    device.label(name, "instances")
    for (location, field) in Instance.fields.enumerated() {
      let location = GLuint(location)
      vertices.enableVertexAttribArray(location)
      if field.type == .int {
        vertices.vertexAttribIFormat(location, 1, GLenum(GL_INT), GLuint(field.offset))
      } else {
        vertices.vertexAttribFormat(
          location, GLint(field.type.components), GLenum(GL_FLOAT), GLboolean(GL_FALSE), GLuint(field.offset))
      }
      vertices.vertexAttribBinding(location, 0)
    }
    vertices.vertexBindingDivisor(0, 1)
  }

  /// Draws a run of instances. The corresponding GL call is `glDrawArraysInstancedBaseInstanceEXT`, which needs no
  /// other binding for each run, or `glDrawArraysInstanced` where the driver lacks it.
  func draw(_ instances: Range<Int>, of buffer: Buffer) {
    device.state.bind(vertexArray: name.rawValue)
    if let draw = device.gl.extensions.drawFromInstance {
      device.state.bind(vertices: buffer.name.rawValue, offset: 0, stride: stride)
      return draw(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(instances.count), GLuint(instances.lowerBound))
    }
    device.state.bind(vertices: buffer.name.rawValue, offset: instances.lowerBound * stride, stride: stride)
    device.gl.vertices.drawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(instances.count))
  }
}
