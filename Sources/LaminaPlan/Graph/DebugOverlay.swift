/// What a picture may be coloured by, to see what it costs; as the field's profilers do.
public enum DebugOverlay: String, Sendable, CaseIterable {
  /// Green where something opaque is drawn, red where something blends, the more the redder.
  case blended
  /// Yellow over what went through an offscreen pass.
  case offscreen
  /// How often each pixel is drawn to, in place of the picture: black for never, then red, yellow and, from eight times
  /// on, white. Counted as drawn back to front: what the renderers reject because it is hidden counts too.
  case overdraw
  /// An outline around each box that is drawn: backgrounds, contents, borders.
  case bounds
}
