/// Something that runs when a layer's property changes or an event happens to it.
///
/// Layers keep actions in ``CALayer/actions``; nothing runs them yet.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: What happened: a key path such as `position`, or an event such as `onOrderIn`.
  ///   - anObject: The layer it happened to.
  ///   - dict: Arguments of the event, if any.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}
