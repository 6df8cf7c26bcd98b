// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
public import QuartzCore

/// A rectangle that owns a layer, draws into it, and arranges its subviews.
///
///     let card = UIView(frame: CGRect(x: 20, y: 20, width: 200, height: 120))
///     card.backgroundColor = .systemBlue
///     card.layer.cornerRadius = 12
///     window.addSubview(card)
///     let picture = try Renderer().render(window.layer).image
///
/// A view's geometry is its layer's: points, y down, the origin at the top left. Changes of a view's layer animate only
/// in the blocks of `animate(withDuration:animations:)` and similar methods. A tree of views belongs to one thread at a
/// time, as its layers do. A view retains its subviews; a layer does not retain its view.
open class UIView: UIResponder, CALayerDelegate {
  /// The class of this view's layer: `CALayer` by default; subclasses may override it. The layer is made by its
  /// `init()`.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer; its delegate is the view.
  open var layer: CALayer { backingLayer }
  final let backingLayer: CALayer
  final var subviewStorage: [UIView] = []
  final weak var superviewReference: UIView?
  /// The controller of this view.
  final weak var controller: UIViewController?
  /// Properties that few views set.
  final var extras = ViewExtras()

  /// Makes a view with a frame.
  ///
  /// - Parameter frame: The rectangle in the superview, in points.
  public init(frame: CGRect) {
    backingLayer = LayerFactory.make(Self.layerClass)
    super.init()
    adoptLayer()
    backingLayer.frame = frame
  }

  /// Makes a view of zero size. The archive's content is ignored, since there are no nibs.
  ///
  /// The initialiser exists so that subclasses written for UIKit compile.
  public required init?(coder: NSCoder) {
    backingLayer = LayerFactory.make(Self.layerClass)
    super.init()
    adoptLayer()
  }

  /// Makes a view of zero size at the origin.
  public override convenience init() { self.init(frame: .zero) }

  deinit { releaseSubviews() }

  // MARK: Geometry

  /// The bounding box of the view in its superview, in points.
  open var frame: CGRect {
    get { layer.frame }
    set { changeSize { layer.frame = newValue } }
  }

  /// The view's rectangle in its own space: its size, and through its origin the visible part of that space.
  open var bounds: CGRect {
    get { layer.bounds }
    set { changeSize { layer.bounds = newValue } }
  }

  /// The position of the layer's anchor point in the superview: the middle of the view, unless the anchor point was
  /// moved.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }

  /// The transform of the view and its subviews, about the anchor point.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  /// The transform as a transform in three dimensions.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// The anchor point, in fractions of the size. Default (0.5, 0.5).
  open var anchorPoint: CGPoint {
    get { layer.anchorPoint }
    set { layer.anchorPoint = newValue }
  }

  /// The pixels per point in the view's bitmap. Default: the screen's scale.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  // MARK: Appearance

  /// The opacity of the view and its subviews, 0...1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }

  /// Whether the view and its subviews are hidden. Default `false`.
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// Whether the view's own drawing covers its whole bounds. If so, and without a background, its bitmap begins black.
  ///
  /// - Default: `true`.
  open var isOpaque: Bool {
    get { extras.isOpaque }
    set {
      extras.isOpaque = newValue
      updateOpacity()
    }
  }

  /// The colour behind the view's own drawing; a pattern is repeated from the origin of the view's space. Default
  /// `nil`, which is clear.
  open var backgroundColor: UIColor? {
    get { extras.pattern ?? layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { setBackground(newValue) }
  }

  /// Whether the view and its subviews are clipped to its bounds. Default `false`.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// Stored without effect: bitmaps are always cleared before a view draws. Default `true`.
  open var clearsContextBeforeDrawing = true

  /// The placement of the view's bitmap in bounds of another size. Default `scaleToFill`.
  open var contentMode: ContentMode {
    get { extras.contentMode }
    set {
      extras.contentMode = newValue
      layer.contentsGravity = newValue.gravity
      layer.needsDisplayOnBoundsChange = newValue == .redraw
    }
  }

  /// A view whose alpha masks this one; it is not a subview. Default `nil`.
  open var mask: UIView? {
    get { extras.mask }
    set {
      extras.mask = newValue
      layer.mask = newValue?.layer
    }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The tint colour, for use by the view's own drawing. Default: the superview's, or else the system's blue; `nil`
  /// restores the default.
  open var tintColor: UIColor! {
    get { inheritedTintColor }
    set {
      extras.tintColor = newValue
      tellTintColor()
    }
  }

  /// Stored without effect: views are never covered by others for a while, so tints are never dimmed. Default
  /// `automatic`.
  open var tintAdjustmentMode = TintAdjustmentMode.automatic

  /// Called before the first layout of the view and after ``setNeedsUpdateProperties()``, to set properties that depend
  /// on the view's state; does nothing by default.
  open func updateProperties() {}

  /// Called when ``tintColor`` has changed; does nothing by default.
  open func tintColorDidChange() {}

  /// A number by which the program can find the view. Default 0.
  open var tag = 0

  /// Stored for hit testing only, since there are no events. Default `true`.
  open var isUserInteractionEnabled = true

  /// Stored without effect: there is no Auto Layout, so frames stay as they are set. Default `true`.
  open var translatesAutoresizingMaskIntoConstraints = true

  /// A name for the program's use, which is shown in diagnostics too.
  open var accessibilityIdentifier: String? {
    get { layer.name }
    set { layer.name = newValue }
  }

  /// Stored: whether the view is an element for assistive technologies. Default `false`.
  open var isAccessibilityElement: Bool {
    get { extras.accessibility.isElement }
    set { extras.accessibility.isElement = newValue }
  }
  /// Stored: the view's name for assistive technologies. Default `nil`.
  open var accessibilityLabel: String? {
    get { extras.accessibility.label }
    set { extras.accessibility.label = newValue }
  }
  /// Stored: the view's current value for assistive technologies. Default `nil`.
  open var accessibilityValue: String? {
    get { extras.accessibility.value }
    set { extras.accessibility.value = newValue }
  }
  /// Stored: the effect of using the view, for assistive technologies. Default `nil`.
  open var accessibilityHint: String? {
    get { extras.accessibility.hint }
    set { extras.accessibility.hint = newValue }
  }
  /// Stored: the kind of element that the view is. Default: none.
  open var accessibilityTraits: UIAccessibilityTraits {
    get { extras.accessibility.traits }
    set { extras.accessibility.traits = newValue }
  }
  /// Stored: whether assistive technologies skip the view's content. Default `false`.
  open var accessibilityElementsHidden: Bool {
    get { extras.accessibility.elementsHidden }
    set { extras.accessibility.elementsHidden = newValue }
  }
  /// Stored: the accessible elements of the view besides its subviews. Default `nil`.
  open var accessibilityElements: [Any]? {
    get { extras.accessibility.elements }
    set { extras.accessibility.elements = newValue }
  }
  /// The number of accessible elements: the count of ``accessibilityElements``, unless a subclass overrides it.
  open func accessibilityElementCount() -> Int { givenElements.count }
  /// The accessible element at an index; `nil` for an index out of range.
  open func accessibilityElement(at index: Int) -> Any? {
    givenElements.indices.contains(index) ? givenElements[index] : nil
  }
  /// The index of an accessible element; `NSNotFound` for an element of another view.
  open func index(ofAccessibilityElement element: Any) -> Int { place(ofElement: element) }
  /// Stored: the kind of container that the view is. Default `none`.
  open var accessibilityContainerType: UIAccessibilityContainerType {
    get { extras.accessibility.containerType }
    set { extras.accessibility.containerType = newValue }
  }
  /// Stored: whether assistive technologies ignore the view's siblings. Default `false`.
  open var accessibilityViewIsModal: Bool {
    get { extras.accessibility.isModal }
    set { extras.accessibility.isModal = newValue }
  }
  /// Stored: whether the view's subviews are read in sequence, as a group. Default `false`.
  open var shouldGroupAccessibilityChildren: Bool {
    get { extras.accessibility.isGroup }
    set { extras.accessibility.isGroup = newValue }
  }
  /// Stored: the view's rectangle on the screen. Default: its bounds in its window.
  open var accessibilityFrame: CGRect {
    get { extras.accessibility.frame ?? convert(bounds, to: nil) }
    set { extras.accessibility.frame = newValue }
  }
  /// Stored without effect on drawing: nothing is mirrored automatically. Default `unspecified`.
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified

  /// The traits of the screen: its scale, and the light appearance.
  open var traitCollection: UITraitCollection { .current }

  // MARK: Drawing and layout

  /// Draws the view into the current context. The default implementation draws nothing, and the view then has no
  /// bitmap.
  ///
  /// The context has the view's own space: points, y down.
  ///
  /// - Parameter rect: The bounds.
  open func draw(_ rect: CGRect) { extras.hasReachedDefaultDraw = true }

  /// Marks the view's drawing as out of date; it is drawn again before the next picture.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// Marks the view's drawing as out of date. All of it is drawn again, whatever the rectangle.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

  /// Places the subviews; by default they keep their frames.
  open func layoutSubviews() {}

  /// Marks the layout of the subviews as out of date; they are laid out before the next picture.
  open func setNeedsLayout() { layer.setNeedsLayout() }

  /// Lays out the view and the views inside that are marked.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Updates constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  open func updateConstraints() {}

  /// The best size of the view within a given size: by default its current size.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Resizes the view to its best size; its top left corner stays in place.
  open func sizeToFit() {
    let (corner, size) = (frame.origin, sizeThatFits(bounds.size))
    bounds.size = size
    center = CGPoint(x: center.x + corner.x - frame.origin.x, y: center.y + corner.y - frame.origin.y)
  }

  /// The size of the view's content, in points; ``noIntrinsicMetric`` along an axis where it has none.
  open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }

  /// Does nothing: no layout here depends on the intrinsic size.
  open func invalidateIntrinsicContentSize() {}

  /// The parts of the view's frame that follow the superview's size. Default: none.
  open var autoresizingMask: AutoresizingMask = []

  /// Whether subviews follow the view's size by their masks. Default `true`.
  open var autoresizesSubviews = true

  /// The distances between the edges and the content, in points. Default 8 at every edge.
  ///
  /// A new value calls ``layoutMarginsDidChange()`` and requests a layout.
  open var layoutMargins: UIEdgeInsets {
    get { extras.layoutMargins }
    set {
      guard newValue != extras.layoutMargins else { return }
      extras.layoutMargins = newValue
      layoutMarginsDidChange()
    }
  }

  /// ``layoutMargins`` named by the direction of text, which is from left to right here: leading is left.
  open var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let margins = layoutMargins
      return NSDirectionalEdgeInsets(
        top: margins.top, leading: margins.left, bottom: margins.bottom, trailing: margins.right)
    }
    set {
      layoutMargins = UIEdgeInsets(
        top: newValue.top, left: newValue.leading, bottom: newValue.bottom, right: newValue.trailing)
    }
  }

  /// Whether margins are at least as wide as the superview's at the same edge. Stored without effect, since only Auto
  /// Layout would use it.
  open var preservesSuperviewLayoutMargins: Bool {
    get { extras.preservesSuperviewLayoutMargins }
    set { extras.preservesSuperviewLayoutMargins = newValue }
  }

  /// Whether margins begin inside the safe area. Stored without effect, since ``safeAreaInsets`` is zero here.
  open var insetsLayoutMarginsFromSafeArea: Bool {
    get { extras.insetsLayoutMarginsFromSafeArea }
    set { extras.insetsLayoutMarginsFromSafeArea = newValue }
  }

  /// Called when ``layoutMargins`` have changed; requests a layout.
  open func layoutMarginsDidChange() { setNeedsLayout() }

  /// Called when ``safeAreaInsets`` have changed, which never happens here; does nothing.
  open func safeAreaInsetsDidChange() {}

  /// The part of each edge that the system covers: none.
  open var safeAreaInsets: UIEdgeInsets { .zero }

  // MARK: Hierarchy

  /// The superview.
  open var superview: UIView? { superviewReference }

  /// The subviews, back to front.
  open var subviews: [UIView] { subviewStorage }

  /// The window that contains the view.
  open var window: UIWindow? { enclosingWindow }

  /// The controller of this view, or else the superview.
  open override var next: UIResponder? { controller ?? superviewReference }

  /// Adds a view in front of all other subviews, removing it from its old superview first.
  open func addSubview(_ view: UIView) { insert(view, at: .max) }

  /// Adds a view at an index of ``subviews``, removing it from its old superview first; the index is clamped.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

  /// Adds a view directly behind a subview, or in front of all others if the second view is no subview.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view, besides: siblingSubview, 0)
  }

  /// Adds a view directly in front of a subview, or in front of all others if the second view is no subview.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view, besides: siblingSubview, 1)
  }

  /// Exchanges two subviews; indices out of range change nothing.
  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }

  /// Moves a subview in front of all others. A view that is no subview is left alone.
  open func bringSubviewToFront(_ view: UIView) { move(view, toFront: true) }

  /// Moves a subview behind all others. A view that is no subview is left alone.
  open func sendSubviewToBack(_ view: UIView) { move(view, toFront: false) }

  /// Removes the view from its superview.
  open func removeFromSuperview() { detach(telling: true) }

  /// Called after a subview was added; does nothing by default.
  open func didAddSubview(_ subview: UIView) {}
  /// Called before a subview is removed; does nothing by default.
  open func willRemoveSubview(_ subview: UIView) {}
  /// Called before the view gets another superview, or none; does nothing by default.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Called after the view got another superview, or none; does nothing by default.
  open func didMoveToSuperview() {}
  /// Called before the view moves to another window, or out of its window; does nothing by default.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// Called after the view moved to another window, or out of its window; does nothing by default.
  open func didMoveToWindow() {}

  /// The first view with a tag: this view or one inside it.
  open func viewWithTag(_ tag: Int) -> UIView? { firstView(ofTag: tag) }

  /// Whether a point is inside the bounds.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - event: Ignored, since there are no events.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  /// The frontmost view at a point: this view or one inside it; `nil` outside of ``point(inside:with:)``.
  ///
  /// Views that are hidden, have user interaction disabled, or have an opacity below 0.01 are skipped.
  ///
  /// - Parameters:
  ///   - point: A point of the view's own space.
  ///   - event: Ignored, since there are no events.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { frontmostView(at: point, event) }

  // MARK: CALayerDelegate

  /// Draws the layer's contents by ``draw(_:in:)``, if the layer's class leaves drawing to the view.
  open func display(_ layer: CALayer) { displayByDefault(layer) }

  /// Calls ``draw(_:)`` with the context as the current one.
  open func draw(_ layer: CALayer, in ctx: CGContext) { drawByDefault(layer, in: ctx) }

  /// Does nothing.
  open func layerWillDraw(_ layer: CALayer) {}

  /// Lays out the view: calls ``layoutSubviews()``, and the controller before and after it.
  open func layoutSublayers(of layer: CALayer) { layOutByDefault(layer) }

  /// The action for a change of the layer: none, except in a block of animations.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    ViewAnimations.current.action(for: layer, key: event)
  }
}

/// An event of the user interface; none occurs here.
public final class UIEvent: NSObject {}

/// Properties that few views set.
struct ViewExtras {
  var isOpaque = true
  var contentMode = UIView.ContentMode.scaleToFill
  var pattern: UIColor?
  var mask: UIView?
  var tintColor: UIColor?
  var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
  var preservesSuperviewLayoutMargins = false
  var insetsLayoutMarginsFromSafeArea = true
  var accessibility = ViewAccessibility()
  var needsPropertyUpdate = true
  /// Whether the default `draw(_:)` was called, because no subclass overrides it or an override called it.
  var hasReachedDefaultDraw = false
  /// Whether the layer's contents are the view's own drawing.
  var ownsContents = false
}
