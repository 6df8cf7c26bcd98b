import LaminaGeometry

/// Where a plan gets its pictures of paths and texts from: from those that were drawn lately, or they are drawn.
struct RasterSource {
  /// How many had to be drawn.
  private(set) var drawn = 0
  /// Those that are missing, where they are not drawn at once.
  private(set) var postponed: PostponedPictures?

  /// - Parameter drawn: How many were drawn for this plan before.
  init(drawn: Int = 0) {
    self.drawn = drawn
  }

  /// From now on, what is missing is noted instead of drawn.
  mutating func postpones() { postponed = PostponedPictures() }

  /// What was drawn of a path or a text, now or before.
  ///
  /// - Returns: `nil` where that is put off.
  mutating func picture(of subject: DrawnSubject, on grid: TexelGrid) -> DrawnPicture? {
    let key = DrawnPictureKey(subject, grid)
    guard postponed == nil else {
      let known = DrawnPicture.recent.value(key)
      if known == nil { postponed?.add(subject, on: grid) }
      return known
    }
    let (picture, isNew) = DrawnPicture.recent.value(key) { DrawnPicture(of: subject, on: grid) }
    if isNew { drawn += 1 }
    return picture
  }

  /// The same in one piece, and never put off.
  mutating func wholePicture(of subject: DrawnSubject, on grid: TexelGrid) -> DrawnPicture {
    let (picture, isNew) = DrawnPicture.recent.value(DrawnPictureKey(subject, grid, isWhole: true)) {
      DrawnPicture(of: subject, on: grid, isWhole: true)
    }
    if isNew { drawn += 1 }
    return picture
  }
}
