// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGPU
import LaminaShaders
import Testing

/// Instances and the block of a pass are written twice, in GLSL and in Swift: the driver's own report of the first is
/// compared with the second. Records are written once; the test compares the offset that Swift gave each field.
@Suite(.needsDevice) struct ShaderInterfaceTests {
  @Test("attributes have the names, types and locations of the table", arguments: SharedRenderer.programs)
  func attributes(_ program: ShaderCatalog) throws {
    let fields = Instance.fields
    let inputs = try SharedRenderer.renderer().inputs(of: program)
    for input in inputs.attributes {
      let field = try #require(fields.indices.contains(input.place) ? fields[input.place] : nil, "\(input)")
      #expect(input.name == field.name)
      #expect(input.type == field.type.rawValue, "\(input.name)")
    }
  }

  @Test("the fullest program reads every field")
  func completeness() throws {
    let names = try SharedRenderer.renderer().inputs(of: .shadow).attributes.map(\.name)
    #expect(Set(names) == Set(Instance.fields.map(\.name)))
  }

  @Test("a record's fields lie in Swift where the shaders look for them")
  func records() {
    #expect(shaderRecords.count >= 16)
    for record in shaderRecords {
      #expect(!record.layout.isEmpty)
      #expect(record.bytes == 16 * record.texels, "\(record)")
      for field in record.layout { #expect(field.offset == field.expected, "\(record).\(field.name)") }
    }
  }

  @Test("the block Frame has the names, types and offsets of its table", arguments: SharedRenderer.programs)
  func frame(_ program: ShaderCatalog) throws {
    let members = try SharedRenderer.renderer().inputs(of: program).frameMembers
    #expect(!members.isEmpty)
    for member in members {
      let field = try #require(FrameBlock.fields.first { $0.name == member.name }, "\(member)")
      #expect(member.type == field.type.rawValue)
      #expect(member.place == field.offset)
    }
  }

  @Test("samplers are those that have a texture unit", arguments: SharedRenderer.programs)
  func samplers(_ program: ShaderCatalog) throws {
    let samplers = try SharedRenderer.renderer().inputs(of: program).samplers
    #expect(Set(samplers).isSubset(of: ["u_records", "u_atlas", "u_source", "u_mask", "u_backdrop", "u_shadows"]))
  }
}
