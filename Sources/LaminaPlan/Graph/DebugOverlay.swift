/// What a picture may be coloured by, to see what it costs; as the field's profilers do.
public enum DebugOverlay: String, Sendable, CaseIterable {
  /// Green where something opaque is drawn, red where something blends, the more the redder.
  case blended
  /// Yellow over what went through an offscreen pass.
  case offscreen
  /// How often each pixel is drawn to, in place of the picture: black for never, then red, yellow and, from eight times
  /// on, white. What lies under something opaque is not drawn and does not count, up to a pixel from its edge; with
  /// ``RenderStrategy/painter`` it is and does. Offscreen passes count where they are composited.
  case overdraw
  /// An outline around the bounds of each layer that is not hidden, clipped or empty as it may be.
  case bounds
}
