/// One shader program: two stages that the device links.
package struct ShaderSource: Sendable {
  /// The name in labels and messages.
  package let name: String
  /// The path of the vertex stage below `Shaders`.
  package let vertex: String
  /// The path of the fragment stage below `Shaders`.
  package let fragment: String
}

/// Every shader program there is, one line each. No shader text is made at run time.
package enum ShaderCatalog: String, CaseIterable, Sendable {
  case box
  case boxPlain
  case interior
  case interiorPicture
  case interiorFill
  case composite
  case compositePlain

  /// Which stages it is made from.
  package var source: ShaderSource {
    switch self {
    case .box: entry("box", "box")
    case .boxPlain: entry("box", "box_plain")
    case .interior: entry("box", "interior")
    case .interiorPicture: entry("interior_picture", "interior_picture")
    case .interiorFill: entry("interior_picture", "interior_fill")
    case .composite: entry("composite", "composite")
    case .compositePlain: entry("composite", "composite_plain")
    }
  }

  /// The text of a stage; the plugin embeds every file below `Shaders`.
  ///
  /// - Precondition: The file exists; a test goes through the whole catalogue.
  package static func stage(_ path: String) -> ShaderStage {
    guard let stage = embeddedShaderStages[path] else { preconditionFailure("no shader file '\(path)'") }
    return stage
  }

  private func entry(_ vertex: String, _ fragment: String) -> ShaderSource {
    ShaderSource(
      name: fragment, vertex: "operations/\(vertex).vert", fragment: "operations/\(fragment).frag")
  }
}
