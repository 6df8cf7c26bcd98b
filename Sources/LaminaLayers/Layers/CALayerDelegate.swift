/// What a layer tells its owner.
///
/// The drawing and layout callbacks arrive with the display cycle (`CONTENT-6`); until then a delegate is only
/// kept, weakly, so that code which sets one compiles and runs.
public protocol CALayerDelegate: AnyObject {}
