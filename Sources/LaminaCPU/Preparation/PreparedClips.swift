import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// What all passes of a plan share: its clips, the gradients among them, and its maps of colours.
final class PreparedClips {
  let links: PlainBuffer<PreparedClip>
  let gradients: PlainBuffer<PreparedGradient>
  let spans: PlainBuffer<GradientSpan>
  let colorMaps: PlainBuffer<ColorMatrix>

  init(_ plan: RenderPlan) {
    links = PlainBuffer(count: plan.clips.count)
    var gradients: [PreparedGradient] = []
    var spans: [GradientSpan] = []
    for (index, clip) in plan.clips.enumerated() {
      // A list that does not lead outward would never end.
      let parent = clip.parent.index < index ? clip.parent.number : -1
      var link = PreparedClip(shape: PreparedShape(clip.shape), parent: parent)
      if plan.gradients.holds(clip.gradient) {
        let paint = plan.gradients[clip.gradient.index]
        let start = Int32(spans.count)
        spans += GradientSpan.spans(
          of: plan.gradientStops[Int(paint.stops.lowerBound)..<Int(paint.stops.upperBound)])
        link.gradient = Int32(gradients.count)
        gradients.append(
          PreparedGradient(paint, on: clip.shape, spans: start..<Int32(spans.count), isOpaque: false))
      }
      links.start[index] = link
    }
    self.gradients = PlainBuffer(count: gradients.count)
    self.gradients.start.initialize(from: gradients, count: gradients.count)
    self.spans = PlainBuffer(count: spans.count)
    self.spans.start.initialize(from: spans, count: spans.count)
    colorMaps = PlainBuffer(count: plan.colorMatrices.count)
    colorMaps.start.initialize(from: plan.colorMatrices, count: plan.colorMatrices.count)
  }
}
