public import QuartzCore

/// What views and view controllers are. There are no events to respond to.
open class UIResponder: NSObject {
  /// Makes a responder.
  public override init() { super.init() }

  /// Who would respond if this one does not: nobody, unless a subclass says otherwise.
  open var next: UIResponder? { nil }

  /// Whether it can be the first to respond: `false`.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether it is the first to respond: `false`.
  open var isFirstResponder: Bool { false }

  /// Does nothing.
  ///
  /// - Returns: `false`.
  @discardableResult open func becomeFirstResponder() -> Bool { false }

  /// Does nothing.
  ///
  /// - Returns: `true`.
  @discardableResult open func resignFirstResponder() -> Bool { true }
}
