/// Something that runs when a layer's property changes or an event happens to it.
///
/// Animations are actions: they add themselves to the layer. Layers find theirs by ``CALayer/action(forKey:)``.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: What happened: a key path such as `position`, or an event such as `onOrderIn`.
  ///   - anObject: The layer it happened to.
  ///   - dict: Arguments of the event, if any.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}
