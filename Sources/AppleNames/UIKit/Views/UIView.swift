// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
public import QuartzCore

/// A rectangle that owns a layer, draws into it, and lays out the views inside.
///
///     let card = UIView(frame: CGRect(x: 20, y: 20, width: 200, height: 120))
///     card.backgroundColor = .systemBlue
///     card.layer.cornerRadius = 12
///     window.addSubview(card)
///     let picture = try Renderer().render(window.layer).image
///
/// A view's geometry is its layer's: points, y down, the origin at the top left. Changes of a view's layer do not
/// animate by themselves, except in the blocks of `animate(withDuration:animations:)` and its like. A tree of views
/// belongs to one thread at a time, as its layers do; a view holds its subviews, a layer not its view.
open class UIView: UIResponder, CALayerDelegate {
  /// The class of the layers of this class's views: `CALayer`; subclasses override it. Its `init()` makes the layer.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer, whose delegate the view is.
  open var layer: CALayer { backingLayer }
  final let backingLayer: CALayer
  final var subviewStorage: [UIView] = []
  final weak var superviewReference: UIView?
  /// The controller whose view this is.
  final weak var controller: UIViewController?
  /// What few views set.
  final var extras = ViewExtras()

  /// Makes a view of a frame.
  ///
  /// - Parameter frame: Where it lies in its superview, in points.
  public init(frame: CGRect) {
    backingLayer = LayerFactory.make(Self.layerClass)
    super.init()
    adoptLayer()
    backingLayer.frame = frame
  }

  /// Makes a view of zero size; what an archive holds is not looked at, since there are no nibs.
  ///
  /// It is here so that subclasses can be written as UIKit wants them.
  public required init?(coder: NSCoder) {
    backingLayer = LayerFactory.make(Self.layerClass)
    super.init()
    adoptLayer()
  }

  /// Makes a view of zero size at the origin.
  public override convenience init() { self.init(frame: .zero) }

  deinit { releaseSubviews() }

  // MARK: Geometry

  /// The smallest upright rectangle in the superview that holds the view, in points.
  open var frame: CGRect {
    get { layer.frame }
    set { changeSize { layer.frame = newValue } }
  }

  /// The view's rectangle in its own space: its size, and by its origin which part of the space inside shows.
  open var bounds: CGRect {
    get { layer.bounds }
    set { changeSize { layer.bounds = newValue } }
  }

  /// Where the layer's anchor point lies in the superview: the middle, unless that was moved.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }

  /// What moves the view and all in it, about the anchor point.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  /// The same in space.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// The anchor point, in fractions of the size. Default (0.5, 0.5).
  open var anchorPoint: CGPoint {
    get { layer.anchorPoint }
    set { layer.anchorPoint = newValue }
  }

  /// How many pixels of the bitmap that the view draws make a point. Default: that of the screen.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  // MARK: Appearance

  /// How much of the view and all in it covers what is behind, 0...1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }

  /// Whether the view and all in it are left out. Default `false`.
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// Whether what the view draws for itself covers all of its bounds: without a background, its bitmap then begins
  /// black.
  ///
  /// - Default: `true`.
  open var isOpaque: Bool {
    get { extras.isOpaque }
    set {
      extras.isOpaque = newValue
      updateOpacity()
    }
  }

  /// The colour behind what the view draws; a pattern is repeated from the origin of its space. Default `nil`, which is
  /// clear.
  open var backgroundColor: UIColor? {
    get { extras.pattern ?? layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { setBackground(newValue) }
  }

  /// Whether the view is cut off at its bounds, and all in it. Default `false`.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// Kept: bitmaps are always cleared before a view draws. Default `true`.
  open var clearsContextBeforeDrawing = true

  /// How the bitmap that the view drew lies in bounds of another size. Default `scaleToFill`.
  open var contentMode: ContentMode {
    get { extras.contentMode }
    set {
      extras.contentMode = newValue
      layer.contentsGravity = newValue.gravity
      layer.needsDisplayOnBoundsChange = newValue == .redraw
    }
  }

  /// A view whose alpha cuts this one; it is not a subview. Default `nil`.
  open var mask: UIView? {
    get { extras.mask }
    set {
      extras.mask = newValue
      layer.mask = newValue?.layer
    }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The colour that views take who ask for it. Default: the superview's, or else the system's blue; `nil` inherits
  /// again.
  open var tintColor: UIColor! {
    get { inheritedTintColor }
    set {
      extras.tintColor = newValue
      tellTintColor()
    }
  }

  /// Kept: nothing lies over views for a while, so tints are never dimmed. Default `automatic`.
  open var tintAdjustmentMode = TintAdjustmentMode.automatic

  /// Sets what follows from the view's state, before the view is laid out for the first time and after
  /// ``setNeedsUpdateProperties()``; does nothing by default.
  open func updateProperties() {}

  /// Tells that ``tintColor`` is another; does nothing by default.
  open func tintColorDidChange() {}

  /// A number for the program to find the view by. Default 0.
  open var tag = 0

  /// Kept: there are no events. Default `true`.
  open var isUserInteractionEnabled = true

  /// Kept: there is no Auto Layout, so no constraints follow from the mask and frames stay as they are set. Default
  /// `true`.
  open var translatesAutoresizingMaskIntoConstraints = true

  /// A name for the program's use, which diagnostics show too.
  open var accessibilityIdentifier: String? {
    get { layer.name }
    set { layer.name = newValue }
  }

  /// Kept: whether the view stands for itself to whoever cannot see it. Default `false`.
  open var isAccessibilityElement: Bool {
    get { extras.accessibility.isElement }
    set { extras.accessibility.isElement = newValue }
  }
  /// Kept: what the view is called. Default `nil`.
  open var accessibilityLabel: String? {
    get { extras.accessibility.label }
    set { extras.accessibility.label = newValue }
  }
  /// Kept: what the view stands at. Default `nil`.
  open var accessibilityValue: String? {
    get { extras.accessibility.value }
    set { extras.accessibility.value = newValue }
  }
  /// Kept: what the view does. Default `nil`.
  open var accessibilityHint: String? {
    get { extras.accessibility.hint }
    set { extras.accessibility.hint = newValue }
  }
  /// Kept: what kind of thing the view is. Default: none.
  open var accessibilityTraits: UIAccessibilityTraits {
    get { extras.accessibility.traits }
    set { extras.accessibility.traits = newValue }
  }
  /// Kept: whether what is in the view is passed over. Default `false`.
  open var accessibilityElementsHidden: Bool {
    get { extras.accessibility.elementsHidden }
    set { extras.accessibility.elementsHidden = newValue }
  }
  /// Kept: what is in the view beside its subviews, for whoever cannot see it. Default `nil`.
  open var accessibilityElements: [Any]? {
    get { extras.accessibility.elements }
    set { extras.accessibility.elements = newValue }
  }
  /// How many elements are in the view: those of ``accessibilityElements``, unless a subclass says otherwise.
  open func accessibilityElementCount() -> Int { givenElements.count }
  /// The element at a place; `nil` at one that there is not.
  open func accessibilityElement(at index: Int) -> Any? {
    givenElements.indices.contains(index) ? givenElements[index] : nil
  }
  /// The place of an element; `NSNotFound` for one that is not in the view.
  open func index(ofAccessibilityElement element: Any) -> Int { place(ofElement: element) }
  /// Kept: what kind of container the view is. Default `none`.
  open var accessibilityContainerType: UIAccessibilityContainerType {
    get { extras.accessibility.containerType }
    set { extras.accessibility.containerType = newValue }
  }
  /// Kept: whether only what is in the view is told, and nothing beside it. Default `false`.
  open var accessibilityViewIsModal: Bool {
    get { extras.accessibility.isModal }
    set { extras.accessibility.isModal = newValue }
  }
  /// Kept: whether the view's subviews are told one after the other, as a group. Default `false`.
  open var shouldGroupAccessibilityChildren: Bool {
    get { extras.accessibility.isGroup }
    set { extras.accessibility.isGroup = newValue }
  }
  /// Kept: where the view is on the screen. Default: its bounds in its window.
  open var accessibilityFrame: CGRect {
    get { extras.accessibility.frame ?? convert(bounds, to: nil) }
    set { extras.accessibility.frame = newValue }
  }
  /// Kept: nothing is mirrored by itself here. Default `unspecified`.
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified

  /// The scale of the screen, and that the appearance is light.
  open var traitCollection: UITraitCollection { .current }

  // MARK: Drawing and layout

  /// Draws the view into the current context; by default it does not, and the view has no bitmap.
  ///
  /// The context has the view's own space: points, y down.
  ///
  /// - Parameter rect: The bounds.
  open func draw(_ rect: CGRect) { extras.hasReachedDefaultDraw = true }

  /// Marks what the view draws as out of date; it is drawn anew before the next picture.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// Marks what the view draws as out of date. All of it is drawn anew, whatever the rectangle.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

  /// Places the subviews; by default they stay where they are.
  open func layoutSubviews() {}

  /// Marks the subviews as out of place; they are laid out before the next picture.
  open func setNeedsLayout() { layer.setNeedsLayout() }

  /// Lays out the view and all in it where they are marked.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Updates constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  open func updateConstraints() {}

  /// The size that the view would best have in a given one: by default the one it has.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Gives the view the size that it would best have, at the place where it is.
  open func sizeToFit() {
    let (corner, size) = (frame.origin, sizeThatFits(bounds.size))
    bounds.size = size
    center = CGPoint(x: center.x + corner.x - frame.origin.x, y: center.y + corner.y - frame.origin.y)
  }

  /// The size that the view's content has, in points; ``noIntrinsicMetric`` along an axis where it has none.
  open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }

  /// Does nothing: nothing here is laid out by it.
  open func invalidateIntrinsicContentSize() {}

  /// How the view's size and margins follow the superview's size. Default: not at all.
  open var autoresizingMask: AutoresizingMask = []

  /// Whether subviews follow the view's size by their masks. Default `true`.
  open var autoresizesSubviews = true

  /// How far from the edges content should begin, in points. Default 8 at every edge.
  ///
  /// A new value calls ``layoutMarginsDidChange()`` and asks for a layout.
  open var layoutMargins: UIEdgeInsets {
    get { extras.layoutMargins }
    set {
      guard newValue != extras.layoutMargins else { return }
      extras.layoutMargins = newValue
      layoutMarginsDidChange()
    }
  }

  /// ``layoutMargins`` by the direction of writing, which is from left to right here: leading is left.
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

  /// Whether margins are at least as wide as the superview's beside the same edge; kept, and Auto Layout alone would
  /// follow it.
  open var preservesSuperviewLayoutMargins: Bool {
    get { extras.preservesSuperviewLayoutMargins }
    set { extras.preservesSuperviewLayoutMargins = newValue }
  }

  /// Whether margins begin where the system covers nothing; kept, since ``safeAreaInsets`` is zero here.
  open var insetsLayoutMarginsFromSafeArea: Bool {
    get { extras.insetsLayoutMarginsFromSafeArea }
    set { extras.insetsLayoutMarginsFromSafeArea = newValue }
  }

  /// Is called when ``layoutMargins`` have changed: asks for a layout.
  open func layoutMarginsDidChange() { setNeedsLayout() }

  /// Is called when ``safeAreaInsets`` have changed, which they never do by themselves; does nothing.
  open func safeAreaInsetsDidChange() {}

  /// How much of the edges the system covers: nothing.
  open var safeAreaInsets: UIEdgeInsets { .zero }

  // MARK: Hierarchy

  /// The view that this one is in.
  open var superview: UIView? { superviewReference }

  /// The views inside, back to front.
  open var subviews: [UIView] { subviewStorage }

  /// The window that the view is in.
  open var window: UIWindow? { enclosingWindow }

  /// The controller whose view this is, or else the superview.
  open override var next: UIResponder? { controller ?? superviewReference }

  /// Adds a view in front of all others, taking it from where it was.
  open func addSubview(_ view: UIView) { insert(view, at: .max) }

  /// Adds a view at an index of ``subviews``, taking it first from where it was; beyond the ends it is the first or the
  /// last.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

  /// Adds a view right behind a subview; in front of all others where the second is no subview.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view, besides: siblingSubview, 0)
  }

  /// Adds a view right in front of a subview; in front of all others where the second is no subview.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view, besides: siblingSubview, 1)
  }

  /// Lets two subviews change places; indices that there are not change nothing.
  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }

  /// Puts a subview in front of all others. Nothing happens to other views.
  open func bringSubviewToFront(_ view: UIView) { move(view, toFront: true) }

  /// Puts a subview behind all others. Nothing happens to other views.
  open func sendSubviewToBack(_ view: UIView) { move(view, toFront: false) }

  /// Takes the view out of its superview.
  open func removeFromSuperview() { detach(telling: true) }

  /// Tells that a view was added; does nothing by default.
  open func didAddSubview(_ subview: UIView) {}
  /// Tells that a view will be removed; does nothing by default.
  open func willRemoveSubview(_ subview: UIView) {}
  /// Tells that the view gets another superview, or none; does nothing by default.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Tells that the view got another superview, or none; does nothing by default.
  open func didMoveToSuperview() {}
  /// Tells that the view gets into another window, or out of it; does nothing by default.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// Tells that the view got into another window, or out of it; does nothing by default.
  open func didMoveToWindow() {}

  /// The first view of a tag: this one, or in it.
  open func viewWithTag(_ tag: Int) -> UIView? { firstView(ofTag: tag) }

  /// Whether a point of the view's own space is in its bounds.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - event: Not looked at; there are no events.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  /// The frontmost view at a point: this one, or in it; `nil` outside of ``point(inside:with:)``.
  ///
  /// Views are passed over that are hidden, do not take part in interaction, or have an opacity below 0.01.
  ///
  /// - Parameters:
  ///   - point: A point of the view's own space.
  ///   - event: Not looked at; there are no events.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { frontmostView(at: point, event) }

  // MARK: CALayerDelegate

  /// Draws the layer's contents by ``draw(_:in:)`` where the layer's class leaves that to the view.
  open func display(_ layer: CALayer) { displayByDefault(layer) }

  /// Calls ``draw(_:)`` with the context as the current one.
  open func draw(_ layer: CALayer, in ctx: CGContext) { drawByDefault(layer, in: ctx) }

  /// Does nothing.
  open func layerWillDraw(_ layer: CALayer) {}

  /// Lays out the view: its controller is told before and after ``layoutSubviews()``.
  open func layoutSublayers(of layer: CALayer) { layOutByDefault(layer) }

  /// What runs when the layer changes: nothing, but in a block of animations.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    ViewAnimations.current.action(for: layer, key: event)
  }
}

/// Something that a user did: nothing here.
public final class UIEvent: NSObject {}

/// What few views set.
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
  /// Whether nobody overrode `draw(_:)`, or an override called it.
  var hasReachedDefaultDraw = false
  /// Whether the layer's contents are what the view drew.
  var ownsContents = false
}
