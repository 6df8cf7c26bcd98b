/// A path of lines and curves.
public class CGPath: @unchecked Sendable, Equatable {
  /// A copy that never changes.
  public func copy() -> CGPath? { self }
  /// Whether both hold the same elements.
  public static func == (a: CGPath, b: CGPath) -> Bool { a === b }
}
