// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry

/// An input of a linked program, as the driver reports it.
package struct ShaderInput: Hashable, Sendable {
  /// The name in GLSL, without the block's.
  package let name: String
  /// GL's code for the type.
  package let type: UInt32
  /// The location of an attribute, or the offset in bytes of a block's member.
  package let place: Int
}

/// Everything a program reads.
package struct ShaderInputs: Sendable {
  /// The attributes of the program, with their locations.
  package var attributes: [ShaderInput]
  /// The members of the block `Frame`, with their offsets.
  package var frameMembers: [ShaderInput]
  /// The names of the program's samplers.
  package var samplers: [String]
}

extension ShaderProgram {
  /// All inputs of the program, as the driver reports them.
  var inputs: ShaderInputs {
    ShaderInputs(attributes: attributes(), frameMembers: frameMembers(), samplers: samplers())
  }

  /// The attributes that the program reads. The corresponding GL call is `glGetProgramResourceiv`.
  private func attributes() -> [ShaderInput] {
    inputs(of: GLenum(GL_PROGRAM_INPUT), place: GLenum(GL_LOCATION)).filter { !$0.name.hasPrefix("gl_") }
  }

  /// The members of the block `Frame` that the program reads; other uniforms are samplers.
  private func frameMembers() -> [ShaderInput] {
    inputs(of: GLenum(GL_UNIFORM), place: GLenum(GL_OFFSET)).filter { $0.name.hasPrefix("Frame.") }.map {
      ShaderInput(name: String($0.name.dropFirst("Frame.".count)), type: $0.type, place: $0.place)
    }
  }

  /// The samplers that the program reads, by name.
  private func samplers() -> [String] {
    inputs(of: GLenum(GL_UNIFORM), place: GLenum(GL_OFFSET)).map(\.name).filter { !$0.contains(".") }
  }

  private func inputs(of interface: GLenum, place: GLenum) -> [ShaderInput] {
    let shaders = device.gl.shaders
    var count: GLint = 0
    shaders.getProgramInterfaceiv(name.rawValue, interface, GLenum(GL_ACTIVE_RESOURCES), &count)
    return (0..<GLuint(max(0, count))).map { index in
      var text = [CChar](repeating: 0, count: 256)
      var length: GLsizei = 0
      shaders.getProgramResourceName(name.rawValue, interface, index, GLsizei(text.count), &length, &text)
      var values: [GLint] = [0, 0]
      shaders.getProgramResourceiv(name.rawValue, interface, index, 2, [GLenum(GL_TYPE), place], 2, nil, &values)
      let name = String(decoding: text.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
      return ShaderInput(name: name, type: UInt32(values[0]), place: Int(values[1]))
    }
  }
}
