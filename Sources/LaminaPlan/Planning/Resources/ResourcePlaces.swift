import LaminaGeometry
import LaminaGraphics

/// Where the resources of a chunk come to lie among those of the plan.
struct ResourcePlaces {
  /// The clips around the chunk: its first ones are copies of these.
  let inheritedClips: [ClipHandle]
  /// How far its own clips move.
  let clipShift: Int32
  /// Where each of its pictures is.
  let images: [ImageHandle]
  let gradientShift: Int32
  let innerShift: Int32
  /// How far the numbers of what casts shadows move.
  let castShift: Int32

  func clip(_ clip: ClipHandle) -> ClipHandle {
    guard clip.exists else { return .none }
    return clip.index < inheritedClips.count
      ? inheritedClips[clip.index] : ClipHandle(number: clip.number + clipShift)
  }

  func image(_ image: ImageHandle) -> ImageHandle { image.exists ? images[image.index] : .none }

  func gradient(_ gradient: GradientHandle) -> GradientHandle {
    gradient.exists ? GradientHandle(number: gradient.number + gradientShift) : .none
  }
}

extension PlanResources {
  /// Adds the resources of a chunk.
  ///
  /// - Parameters:
  ///   - inherited: The clips around the chunk, of which its first ones are copies.
  ///   - casts: How much was recorded before it to find shadows.
  /// - Returns: Where they lie.
  mutating func append(_ chunk: PlanResources, inheriting inherited: [ClipHandle], after casts: Int32) -> ResourcePlaces
  {
    let places = ResourcePlaces(
      inheritedClips: inherited, clipShift: clips.nextIndex - Int32(inherited.count),
      images: chunk.images.images.map { images.handle(of: .passUnretained($0)) },
      gradientShift: gradients.append(chunk.gradients), innerShift: Int32(innerVertices.count),
      castShift: casts)
    clips.append(chunk.clips, at: places)
    innerVertices += chunk.innerVertices
    return places
  }
}

extension ClipShape {
  /// The same, by the indices of the plan.
  func placed(at places: ResourcePlaces) -> ClipShape {
    var result = self
    result.parent = places.clip(parent)
    result.gradient = places.gradient(gradient)
    return result
  }
}

extension DrawOperation {
  /// The same, by the handles of the plan.
  func placed(at places: ResourcePlaces) -> DrawOperation {
    switch self {
    case .box(var box):
      box.clip = places.clip(box.clip)
      box.image = places.image(box.image)
      box.gradient = places.gradient(box.gradient)
      box.innerStart += places.innerShift
      return .box(box)
    case .shadow(var shadow):
      shadow.clip = places.clip(shadow.clip)
      return .shadow(shadow)
    case .composite, .surface:
      preconditionFailure("recorders draw no pass: composites and surfaces are made where lists are flattened")
    case .particles: preconditionFailure("a tree with emitters is not recorded in chunks")
    }
  }
}

extension ResolvedStyle {
  /// Refers to clips and gradients by the indices of the plan.
  mutating func place(at places: ResourcePlaces) {
    clip = places.clip(clip)
    gradient = places.gradient(gradient)
  }
}

extension RasterDraw {
  /// The same, by the indices of the plan.
  func placed(at places: ResourcePlaces) -> RasterDraw {
    guard var box else { return self }
    box.part.clip = places.clip(box.part.clip)
    box.part.paint.image = places.image(box.part.paint.image)
    box.part.paint.gradient = places.gradient(box.part.paint.gradient)
    return RasterDraw(request: request, node: node, box: box)
  }
}

extension BackdropFilter {
  /// The same, by the indices of the plan.
  func placed(at places: ResourcePlaces) -> BackdropFilter {
    var result = self
    result.style.place(at: places)
    return result
  }
}

extension EffectChain {
  /// The same, by the indices of the plan.
  func placed(at places: ResourcePlaces) -> EffectChain {
    var result = self
    result.clip = places.clip(clip)
    result.style.place(at: places)
    result.maskPlace?.clip = places.clip(maskPlace?.clip ?? .none)
    result.maskLink = maskLink?.placed(at: places)
    return result
  }
}

extension SurfaceShadow {
  /// The same, by the indices of the plan.
  func placed(at places: ResourcePlaces) -> SurfaceShadow {
    var result = self
    result.clip = places.clip(clip)
    if cast >= 0 { result.cast += places.castShift }
    return result
  }
}
