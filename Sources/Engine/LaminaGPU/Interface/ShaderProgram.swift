// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaShaders

/// The texture units that samplers read, by the samplers' names.
enum TextureUnit: String, CaseIterable {
  case records = "u_records"
  case atlas = "u_atlas"
  case source = "u_source"
  case mask = "u_mask"
  case backdrop = "u_backdrop"
  case shadows = "u_shadows"
  case source1 = "u_source1"
  case source2 = "u_source2"
  case source3 = "u_source3"
  case bins = "u_bins"

  /// The units of the passes that compute shaders read.
  static let sources: [TextureUnit] = [.source, .source1, .source2, .source3]

  /// Unit 0 is left for uploads.
  var index: Int {
    switch self {
    case .records: 1
    case .atlas: 2
    case .source: 3
    case .shadows: 4
    case .mask: 5
    case .backdrop: 6
    case .source1: 7
    case .source2: 8
    case .source3: 9
    case .bins: 10
    }
  }
}

/// A linked shader program with its samplers and its block bound.
final class ShaderProgram {
  let name: OwnedName<ProgramObject>
  let device: Device

  /// Compiles and links a program of the catalogue.
  convenience init(_ source: ShaderSource, on device: Device) throws(GPUError) {
    try self.init(
      source.name, [(source.vertex, GL_VERTEX_SHADER), (source.fragment, GL_FRAGMENT_SHADER)], on: device)
  }

  /// Compiles and links a compute shader of the catalogue.
  convenience init(_ entry: ComputeCatalog, on device: Device) throws(GPUError) {
    try self.init(
      entry.rawValue, [(entry.stage, GL_COMPUTE_SHADER)], known: KnownProgram(entry, on: device), on: device)
  }

  /// Compiles and links. The corresponding GL calls are `glCompileShader` and `glLinkProgram`.
  ///
  /// - Parameters:
  ///   - label: The name in labels and messages.
  ///   - stages: The stages' paths below `Shaders`, and their kinds.
  ///   - known: The program among those that the process keeps; `nil` for one that is not kept.
  init(
    _ label: String, _ stages: [(path: String, kind: Int32)], known: KnownProgram? = nil, on device: Device
  ) throws(GPUError) {
    self.device = device
    name = OwnedName(on: device)
    if known?.load(into: name.rawValue, on: device) != true {
      try link(label, stages, isKept: known != nil)
      known?.keep(name.rawValue, on: device)
    }
    device.label(name, label)
    bindInputs()
    try device.check("program '\(label)'")
  }

  private func link(
    _ label: String, _ stages: [(path: String, kind: Int32)], isKept: Bool
  ) throws(GPUError) {
    let shaders = device.gl.shaders
    for (path, kind) in stages {
      let stage = try Self.compile(path, kind: GLenum(kind), on: device)
      shaders.attachShader(name.rawValue, stage)
      // Only marks the shader for deletion: it is deleted with the program.
      shaders.deleteShader(stage)
    }
    if isKept {
      shaders.programParameteri(name.rawValue, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE)
    }
    shaders.linkProgram(name.rawValue)
    var isLinked: GLint = 0
    shaders.getProgramiv(name.rawValue, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked == GL_TRUE else {
      throw .shaderLinking(
        program: label, log: Self.log(of: name.rawValue, shaders.getProgramiv, shaders.getProgramInfoLog))
    }
  }

  /// Makes this the program of the following draws. The corresponding GL call is `glUseProgram`.
  func use() {
    device.state.use(program: name.rawValue)
  }

  /// Sets a whole number, while the program is in use. The corresponding GL call is `glUniform1i`.
  func set(_ uniform: String, to value: Int) {
    let location = device.gl.shaders.getUniformLocation(name.rawValue, uniform)
    if location >= 0 { device.gl.shaders.uniform1i(location, GLint(value)) }
  }

  private func bindInputs() {
    let shaders = device.gl.shaders
    use()
    for unit in TextureUnit.allCases {
      let location = shaders.getUniformLocation(name.rawValue, unit.rawValue)
      if location >= 0 { shaders.uniform1i(location, GLint(unit.index)) }
    }
    let block = shaders.getUniformBlockIndex(name.rawValue, "Frame")
    if block != GLuint.max { shaders.uniformBlockBinding(name.rawValue, block, 0) }
  }

  private static func compile(_ path: String, kind: GLenum, on device: Device) throws(GPUError) -> GLuint {
    let shaders = device.gl.shaders
    let stage = ShaderCatalog.stage(path)
    let shader = shaders.createShader(kind)
    stage.text(device.recordReading).withCString { text in
      var text: UnsafePointer<CChar>? = text
      shaders.shaderSource(shader, 1, &text, nil)
    }
    shaders.compileShader(shader)
    var isCompiled: GLint = 0
    shaders.getShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
    guard isCompiled == GL_TRUE else {
      let log = log(of: shader, shaders.getShaderiv, shaders.getShaderInfoLog)
      shaders.deleteShader(shader)
      throw .shaderCompilation(shader: path, log: log, files: stage.files)
    }
    return shader
  }

  private static func log(
    of object: GLuint, _ query: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>) -> Void,
    _ read: GLShaderFunctions.Log
  ) -> String {
    var length: GLint = 0
    query(object, GLenum(GL_INFO_LOG_LENGTH), &length)
    guard length > 1 else { return "the driver gives no reason" }
    var text = [CChar](repeating: 0, count: Int(length))
    read(object, length, nil, &text)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
