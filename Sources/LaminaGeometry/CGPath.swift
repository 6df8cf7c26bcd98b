/// A path of lines and curves.
public final class CGPath: Sendable {}
