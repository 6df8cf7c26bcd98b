/// One shader program: two stages that the device links.
package struct ShaderSource: Sendable {
  /// The name in labels and messages.
  package let name: String

  /// The path of the vertex stage below `Shaders`.
  package var vertex: String { "operations/\(name).vert" }
  /// The path of the fragment stage below `Shaders`.
  package var fragment: String { "operations/\(name).frag" }
}

/// Every shader program there is, one line each. No shader text is made at run time.
package enum ShaderCatalog: String, CaseIterable, Sendable {
  case box
  case boxRim
  case boxPlain
  case boxTexels
  case boxGradient
  case shadow
  case shadowPlain
  case shadowAlone
  case interior
  case interiorPicture
  case interiorPiece
  case interiorLevels
  case interiorFill
  case interiorGradient
  case composite
  case compositePlain
  case boxMasked
  case compositeMask
  case compositeEffect
  case compositeAdvanced
  case compositeBackdrop
  case particles
  case particlesPlain
  case surface
  case surfacePlain
  case blur
  case blurHalve
  case blurQuarter
  case planes

  /// Which stages it is made from.
  package var source: ShaderSource {
    switch self {
    case .box: ShaderSource(name: "box")
    case .boxRim: ShaderSource(name: "box_rim")
    case .boxPlain: ShaderSource(name: "box_plain")
    case .boxTexels: ShaderSource(name: "box_texels")
    case .boxGradient: ShaderSource(name: "box_gradient")
    case .shadow: ShaderSource(name: "shadow")
    case .shadowPlain: ShaderSource(name: "shadow_plain")
    case .shadowAlone: ShaderSource(name: "shadow_alone")
    case .interior: ShaderSource(name: "interior")
    case .interiorPicture: ShaderSource(name: "interior_picture")
    case .interiorPiece: ShaderSource(name: "interior_piece")
    case .interiorLevels: ShaderSource(name: "interior_levels")
    case .interiorFill: ShaderSource(name: "interior_fill")
    case .interiorGradient: ShaderSource(name: "interior_gradient")
    case .composite: ShaderSource(name: "composite")
    case .compositePlain: ShaderSource(name: "composite_plain")
    case .boxMasked: ShaderSource(name: "box_masked")
    case .compositeMask: ShaderSource(name: "composite_mask")
    case .compositeEffect: ShaderSource(name: "composite_effect")
    case .compositeAdvanced: ShaderSource(name: "composite_advanced")
    case .compositeBackdrop: ShaderSource(name: "composite_backdrop")
    case .particles: ShaderSource(name: "particles")
    case .particlesPlain: ShaderSource(name: "particles_plain")
    case .surface: ShaderSource(name: "surface")
    case .surfacePlain: ShaderSource(name: "surface_plain")
    case .blur: ShaderSource(name: "blur")
    case .blurHalve: ShaderSource(name: "blur_halve")
    case .blurQuarter: ShaderSource(name: "blur_quarter")
    case .planes: ShaderSource(name: "planes")
    }
  }

  /// The text of a stage; the plugin embeds every file below `Shaders`.
  ///
  /// - Precondition: The file exists; a test goes through the whole catalogue.
  package static func stage(_ path: String) -> ShaderStage {
    guard let stage = embeddedShaderStages[path] else { preconditionFailure("no shader file '\(path)'") }
    return stage
  }
}
