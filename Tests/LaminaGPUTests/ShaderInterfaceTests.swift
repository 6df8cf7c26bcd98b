import LaminaGPU
import LaminaShaders
import Testing

/// The layouts are written twice, in GLSL and in Swift; the driver's own report of the first is compared with the second.
@Suite(.needsDevice) struct ShaderInterfaceTests {
  /// The struct that feeds a program.
  static func fields(of program: ShaderCatalog) -> [ShaderField] {
    switch program {
    case .box, .boxRim, .boxPlain, .boxTexels, .boxGradient, .boxMasked, .shadow, .shadowPlain, .shadowAlone,
      .interior, .interiorGradient:
      BoxInstance.fields
    case .interiorPicture, .interiorPiece, .interiorLevels, .interiorFill: InteriorInstance.fields
    case .composite, .compositePlain, .planes: CompositeInstance.fields
    case .particles, .particlesPlain: ParticleInstance.fields
    case .compositeMask, .compositeEffect, .compositeAdvanced, .compositeBackdrop: CompositeEffectInstance.fields
    case .surface, .surfacePlain: SurfaceInstance.fields
    case .blur, .blurHalve, .blurQuarter: BlurInstance.fields
    }
  }

  @Test("attributes have the names, types and locations of the table", arguments: SharedRenderer.programs)
  func attributes(_ program: ShaderCatalog) throws {
    let fields = Self.fields(of: program)
    let inputs = try SharedRenderer.renderer().inputs(of: program)
    for input in inputs.attributes {
      let field = try #require(fields.indices.contains(input.place) ? fields[input.place] : nil, "\(input)")
      #expect(input.name == field.name)
      #expect(input.type == field.type.rawValue, "\(input.name)")
    }
  }

  @Test(
    "the fullest program of each struct reads every field",
    arguments: [ShaderCatalog.box, .interiorPicture, .composite, .compositeBackdrop, .surface, .blur])
  func completeness(_ program: ShaderCatalog) throws {
    let names = try SharedRenderer.renderer().inputs(of: program).attributes.map(\.name)
    #expect(Set(names) == Set(Self.fields(of: program).map(\.name)))
  }

  @Test("no struct has more fields than every device has attributes")
  func limits() {
    for program in ShaderCatalog.allCases { #expect(Self.fields(of: program).count <= 16) }
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
