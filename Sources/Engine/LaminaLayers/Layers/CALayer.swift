// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry
public import LaminaGraphics

/// A rectangle with a picture, a colour, a border and a transform, and other layers inside it.
///
/// Layers form a tree that describes a picture; a renderer draws the tree from a snapshot and never touches it.
/// Coordinates are in points with y pointing down and the origin at the top left.
///
///     let card = CALayer()
///     card.frame = CGRect(x: 20, y: 20, width: 120, height: 80)
///     card.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
///     card.cornerRadius = 12
///     root.addSublayer(card)
///
/// A tree belongs to one thread at a time. Values are stored as they are set, legal or not, unless a property says
/// otherwise; the documentation of each property says how illegal values are drawn.
///
/// Swift can override only members declared in the body of a class, so the properties of layers, and the functions that
/// subclasses override on Apple's platforms, are here; the other members are extensions in `CALayer+….swift`.
///
/// An override takes part in every read and write by a program, by property or by key. Pictures are made from the
/// stored values: a getter that returns another value than `super` changes no picture, and a setter that does not call
/// `super` stores nothing. To draw another value, set it.
open class CALayer: NSObject, NSSecureCoding {
  // Reading and writing these properties calls nothing that could reach the same layer: a replaced value is released
  // after the access. So accesses cannot overlap; the dynamic check for overlaps took two fifths of a snapshot's time.

  /// All values that a snapshot copies.
  @exclusivity(unchecked) package final var properties: LayerProperties {
    didSet { markChanged() }
  }
  /// When the layer or something in it changed last; see ``LayerRevision``.
  @exclusivity(unchecked) package internal(set) final var revision: UInt64 = 0
  /// The sublayers, back to front where depth does not decide.
  @exclusivity(unchecked) package internal(set) final var sublayerStorage: [CALayer] = [] {
    didSet { markChanged() }
  }
  /// The superlayer, not retained. Never dangles: a layer clears this reference in its sublayers and its mask when it
  /// dies.
  @exclusivity(unchecked) final unowned(unsafe) var superlayerReference: CALayer?
  /// Values that few layers have; made when first needed.
  @exclusivity(unchecked) final var attachments: LayerAttachments?
  /// The number of the commit after which the layer was made: commits with a higher number came later.
  final let birth: UInt32
  /// Whether the layer changed between several of the last copies, so that parts are made beside it
  /// (``SnapshotPart``).
  @exclusivity(unchecked) final var isRestless = false

  /// Makes an empty layer of zero size at the origin.
  public override init() {
    properties = LayerProperties()
    birth = TransactionState.birth
    super.init()
    if !CALayer.allowsGroupOpacityByDefault { properties.flags.remove(.allowsGroupOpacity) }
  }

  /// Makes a copy of a layer's own values, without its sublayers, its mask and its place in a tree.
  ///
  /// Subclasses override it to copy the values that they add.
  ///
  /// - Parameter layer: A `CALayer`; anything else makes an empty layer.
  public init(layer: Any) {
    // A copy only shows values; its changes run no actions.
    birth = .max
    if let layer = layer as? CALayer {
      properties = layer.properties
      attachments = layer.attachments.map(LayerAttachments.init(copying:))
    } else {
      properties = LayerProperties()
    }
    super.init()
    if properties.extras?.hasMask == true { writeExtras { $0.values.hasMask = false } }
    // The animations belong to the original layer, not to the copy.
    properties.flags.remove(.animated)
  }

  /// Makes a layer from an archive, with its sublayers, its mask and its animations.
  ///
  /// Every property is set by key, so overrides of setters are called. A property that the archive lacks keeps its
  /// default; a value that a property cannot take is reported to `archiveFailureHandler` and left out.
  ///
  /// Foundation on Linux ends the process for some archives before any layer is asked: where objects of an archive name
  /// a class that is not one of the layer classes, or no class at all. Read untrusted archives with `SceneReader`,
  /// which instantiates no class that an archive names.
  ///
  /// - Parameter coder: A keyed decoder.
  /// - Returns: `nil` for an archive that contains itself or is nested too deeply for the thread's stack, if the
  ///   decoder accepts errors; otherwise the layers at that depth are empty.
  public required init?(coder: NSCoder) {
    properties = LayerProperties()
    birth = TransactionState.birth
    super.init()
    properties.kind = type(of: self).kind
    if properties.kind == .transform { properties.flags.insert(.keepsDepth) }
    if properties.kind == .scroll { properties.flags.insert(.masksToBounds) }
    if !CALayer.allowsGroupOpacityByDefault { properties.flags.remove(.allowsGroupOpacity) }
    guard coding.decode(self, with: coder) else { return nil }
  }

  deinit {
    releaseDescendants()
  }

  // MARK: Archives

  /// Whether archives may demand that layers are decoded securely: always.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the layer, its sublayers, its mask and its animations into an archive.
  ///
  /// Values equal to their defaults are not written, nor is the delegate. A value that an archive cannot hold is
  /// reported to `archiveFailureHandler` and left out.
  ///
  /// - Parameter coder: A keyed encoder.
  open func encode(with coder: NSCoder) { coding.encode(self, with: coder) }

  /// Whether an archive gets the value of a key.
  ///
  /// - Parameter key: A property, a key that was set, or `animations`.
  /// - Returns: Whether the value is not the default; subclasses override it.
  open func shouldArchiveValue(forKey key: String) -> Bool { coding.isChanged(key, of: self) }

  /// The class that an archive names: the layer's own, or the nearest superclass that is Lamina's where archives cannot
  /// name the class because it is private, generic or nested in another.
  open override var classForKeyedArchiver: AnyClass? { coding.archivedClass(of: self) }

  /// The content that the layer's class draws besides the drawing that all layers have; Lamina's subclasses override
  /// it.
  package func snapshotContent() -> LayerContent? { nil }

  /// The content of `snapshotContent()`, for layers whose drawing depends on the time.
  package func snapshotContent(_ moment: SnapshotMoment) -> LayerContent? { snapshotContent() }

  /// The size that shows everything that the layer's class draws, in points of its own space; `nil` for any size.
  var preferredBoundsSize: CGSize? { nil }

  /// The properties of the layer's class whose colour is a pattern, which is not drawn.
  package var patternColorNames: [String] { [] }

  // MARK: Geometry

  /// The layer's rectangle in its own coordinates: its size, and by its origin the part of the space inside that shows.
  ///
  /// Moving the origin scrolls the sublayers; it does not move the layer.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Range: A negative size is stored as the same rectangle with a positive one. A layer with a NaN or an
  ///   infinity in it draws nothing, nor do its sublayers.
  /// - Default: zero. Animatable.
  /// - Conformance: GEO-1, GEO-5
  open var bounds: CGRect {
    get { properties.bounds }
    set {
      change("bounds") {
        let old = properties.bounds
        properties.bounds = newValue.positive
        boundsDidChange(from: old)
      }
    }
  }

  /// The place of the anchor point in the superlayer.
  ///
  /// - Units: points, in the superlayer's coordinate space.
  /// - Range: any finite point; otherwise the layer and its sublayers draw nothing.
  /// - Default: zero. Animatable.
  /// - Conformance: GEO-2, GEO-3
  open var position: CGPoint {
    get { properties.position }
    set { change("position") { properties.position = newValue } }
  }

  /// The layer's distance above the superlayer's plane, which also orders it among its siblings.
  ///
  /// - Units: points, towards the viewer.
  /// - Range: any finite number; otherwise the layer and its sublayers draw nothing.
  /// - Default: 0. Animatable.
  /// - Conformance: PAINT-2, D3-2
  open var zPosition: CGFloat {
    get { properties.zPosition }
    set { change("zPosition") { properties.zPosition = newValue } }
  }

  /// The point of the bounds that lies on `position` and that `transform` turns about.
  ///
  /// Changing it moves the layer, not `position`.
  ///
  /// - Units: fractions of the size; (0, 0) is the bounds' corner of minimum x and y.
  /// - Range: any finite point, also outside 0...1; otherwise the layer and its sublayers draw nothing.
  /// - Default: (0.5, 0.5). Animatable.
  /// - Conformance: GEO-3
  open var anchorPoint: CGPoint {
    get { properties.anchorPoint }
    set { change("anchorPoint") { properties.anchorPoint = newValue } }
  }

  /// The transform of the layer and all in it, about the anchor point.
  ///
  /// - Range: any finite matrix, singular ones included; otherwise the layer and its sublayers draw nothing.
  /// - Default: the identity. Animatable.
  /// - Conformance: GEO-2, D3-1, D3-4
  open var transform: CATransform3D {
    get { properties.transform }
    set {
      change("transform") {
        properties.transform = newValue
        properties.flags.set(.transformed, to: !CATransform3DIsIdentity(newValue))
      }
    }
  }

  /// The smallest upright rectangle that holds the transformed bounds.
  ///
  /// Derived from `bounds`, `position`, `anchorPoint` and `transform`. Setting it changes the size of the bounds and
  /// the position: the size becomes the one that `transform` takes to the given size, and the centres coincide.
  ///
  /// - Units: points, in the superlayer's coordinate space.
  /// - Range: A negative size is standardised. Under a singular transform only the position is set.
  /// - Conformance: GEO-1
  open var frame: CGRect {
    get { derivedFrame }
    set { place(in: newValue.positive) }
  }

  // MARK: Hierarchy

  /// The layer of which this layer is a sublayer or the mask.
  ///
  /// - Conformance: CLIP-5 (a mask's superlayer is the masked layer)
  open var superlayer: CALayer? { superlayerReference }

  /// The layers inside this one, back to front; `nil` where there are none.
  ///
  /// Setting it takes the new layers from where they were. A layer that stands in the array twice keeps its
  /// first place.
  ///
  /// - Precondition: No new layer is this layer or one of its superlayers.
  /// - Default: `nil`.
  /// - Complexity: O(*n*).
  /// - Conformance: CONTENT-6
  open var sublayers: [CALayer]? {
    get { sublayerStorage.isEmpty ? nil : sublayerStorage }
    set { replaceAllSublayers(with: newValue ?? []) }
  }

  /// A layer whose alpha cuts this one: outside the drawing of the mask and its sublayers, nothing of this layer shows,
  /// nor of its shadow and its sublayers.
  ///
  /// The mask is placed like a sublayer, is not resized with this layer, and has this layer as its `superlayer`. A mask
  /// of the mask itself is ignored, masks of its sublayers are not; its `compositingFilter` and `backgroundFilters` are
  /// ignored. Setting it takes the mask from where it was.
  ///
  /// - Range: A layer that is this one or one of its superlayers is refused: there is then no mask, which is reported
  ///   when the layer is drawn.
  /// - Default: `nil`.
  /// - Conformance: CLIP-5
  open var mask: CALayer? {
    get { attachments?.mask }
    set { replaceMask(with: newValue) }
  }

  /// Adds `layer` in front of all sublayers, taking it first from where it was.
  ///
  /// - Precondition: `layer` is neither this layer nor one of its superlayers.
  open func addSublayer(_ layer: CALayer) {
    insert(layer, at: .max)
  }

  /// Adds `layer` at an index of `sublayers`, taking it first from where it was.
  ///
  /// - Parameters:
  ///   - layer: The new sublayer.
  ///   - idx: Its index; beyond the end it comes in front of all others.
  /// - Precondition: `layer` is neither this layer nor one of its superlayers.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
    insert(layer, at: Int(idx))
  }

  /// Adds `layer` right behind a sublayer, taking it first from where it was.
  ///
  /// - Parameters:
  ///   - layer: The new sublayer.
  ///   - sibling: A sublayer; `nil` puts `layer` behind all others.
  /// - Precondition: `sibling` is a sublayer; `layer` is neither this layer nor one of its superlayers.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, besides: sibling, above: false)
  }

  /// Adds `layer` right in front of a sublayer, taking it first from where it was.
  ///
  /// - Parameters:
  ///   - layer: The new sublayer.
  ///   - sibling: A sublayer; `nil` puts `layer` in front of all others.
  /// - Precondition: `sibling` is a sublayer; `layer` is neither this layer nor one of its superlayers.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, besides: sibling, above: true)
  }

  /// Puts one layer in the place of another.
  ///
  /// - Parameters:
  ///   - oldLayer: A sublayer, which leaves.
  ///   - newLayer: The layer that takes its place, from wherever it was.
  /// - Precondition: `oldLayer` is a sublayer; `newLayer` is neither this layer nor one of its superlayers.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    replace(oldLayer, with: newLayer)
  }

  /// Takes the layer out of its superlayer, as a sublayer or as its mask. Without a superlayer nothing happens.
  ///
  /// - Complexity: O(*n*) in the number of siblings.
  open func removeFromSuperlayer() {
    detach()
  }

  // MARK: Appearance

  /// Whether the layer and all in it are left out.
  ///
  /// - Default: `false`. Animatable.
  /// - Conformance: PAINT-5
  open var isHidden: Bool {
    get { properties.flags.contains(.hidden) }
    set {
      let isChange = newValue != isHidden
      change("hidden") { properties.flags.set(.hidden, to: newValue) }
      if isChange { happened(newValue ? kCAOnOrderOut : kCAOnOrderIn) }
    }
  }

  /// The fraction by which the layer and all in it cover the pixels behind them.
  ///
  /// - Range: `0...1`; other values are stored and draw as the nearer end, NaN as 0.
  /// - Default: 1. Animatable.
  /// - Conformance: GROUP-1
  open var opacity: Float {
    get { properties.opacity }
    set { change("opacity") { properties.opacity = newValue } }
  }

  /// The colour behind the contents.
  ///
  /// A pattern is repeated from the origin of the layer's own space, upright in it, with as many pixels as the picture
  /// that is drawn has there. Its cells are drawn when the tree is copied, on the layer's thread.
  ///
  /// - Default: `nil`, which draws nothing. Animatable, but for patterns.
  /// - Conformance: PAINT-1
  open var backgroundColor: CGColor? {
    get { properties.backgroundColor }
    set {
      change("backgroundColor") { properties.backgroundColor = newValue }
      if newValue?.isPattern == true || attachments?.copied.background != nil { holdBackground() }
    }
  }

  /// Whether contents and sublayers are cut off at the bounds, rounded by `cornerRadius`.
  ///
  /// - Default: `false`.
  /// - Conformance: CLIP-1, CLIP-4
  open var masksToBounds: Bool {
    get { properties.flags.contains(.masksToBounds) }
    set { change("masksToBounds") { properties.flags.set(.masksToBounds, to: newValue) } }
  }

  /// The radius of the layer's rounded corners.
  ///
  /// Rounds the background and the border. It rounds `contents` and sublayers only when ``masksToBounds`` is true.
  ///
  ///     card.cornerRadius = 12
  ///     card.maskedCorners = [.layerMinXMinYCorner]  // rounds one corner only
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Range: `0...`; a value above half the shorter side of ``bounds`` draws as that half; a negative one and
  ///   NaN draw as 0.
  /// - Default: 0. Animatable.
  /// - Conformance: CLIP-1
  open var cornerRadius: CGFloat {
    get { properties.cornerRadius }
    set { change("cornerRadius") { properties.cornerRadius = newValue } }
  }

  /// The width of the border, which lies inside the bounds and over contents and sublayers.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Range: `0...`; a negative one and NaN draw as 0; one above half the shorter side covers the layer.
  /// - Default: 0. Animatable.
  /// - Conformance: PAINT-3
  open var borderWidth: CGFloat {
    get { properties.borderWidth }
    set { change("borderWidth") { properties.borderWidth = newValue } }
  }

  /// The colour of the border. A border whose colour is a pattern is not drawn, which is reported when the layer is
  /// drawn.
  ///
  /// - Default: opaque black; `nil` draws no border. Animatable.
  /// - Conformance: PAINT-3
  open var borderColor: CGColor? {
    get { properties.borderColor }
    set { change("borderColor") { properties.borderColor = newValue } }
  }

  // MARK: Contents

  /// The picture of the layer.
  ///
  /// - Range: A `CGImage`; anything else is kept and draws nothing.
  /// - Default: `nil`. Animatable.
  /// - Conformance: CONTENT-1
  open var contents: Any? {
    get { properties.contents ?? attachments?.copied.foreignContents }
    set {
      // The release of the old picture can run code, such as a provider's callback: it must run after the change.
      let old = properties.contents
      change("contents") {
        properties.contents = newValue as? CGImage
        attach(properties.contents == nil ? newValue : nil, at: \.copied.foreignContents)
      }
      withExtendedLifetime(old) {}
    }
  }

  /// The pixels of the picture per point.
  ///
  /// - Range: above 0; other values are stored and draw as 1.
  /// - Default: 1.
  /// - Conformance: CONTENT-1
  open var contentsScale: CGFloat {
    get { properties.contentsProperties.scale }
    set { properties.contentsProperties.scale = newValue }
  }

  /// The object that is asked to draw and to lay out the layer; not retained.
  ///
  /// - Default: `nil`.
  open var delegate: (any CALayerDelegate)? {
    get { attachments?.copied.delegate }
    set { attach(newValue, at: \.copied.delegate) }
  }

  // MARK: Display and layout

  /// Marks the contents as out of date; they are drawn anew before the next snapshot.
  ///
  /// - Conformance: CONTENT-6
  open func setNeedsDisplay() {
    mark(.needsDisplay)
  }

  /// Marks the contents as out of date. The whole layer is drawn anew, whatever the rectangle.
  ///
  /// - Parameter r: The part that changed, in points; an empty one marks nothing.
  open func setNeedsDisplay(_ r: CGRect) {
    if !r.isEmpty { setNeedsDisplay() }
  }

  /// Whether the contents are marked as out of date.
  open func needsDisplay() -> Bool {
    properties.flags.contains(.needsDisplay)
  }

  /// Displays the layer if its contents are marked as out of date.
  open func displayIfNeeded() {
    guard properties.flags.contains(.needsDisplay) else { return }
    properties.flags.remove(.needsDisplay)
    if attachments?.ownContents != nil { attach(nil, at: \.ownContents) }
    display()
  }

  /// Provides the contents; subclasses that override it set ``contents``.
  ///
  /// By default the delegate displays the layer, or else ``draw(in:)`` fills a new bitmap of the bounds' size times
  /// ``contentsScale``. A bitmap of more than a gibibyte is not made, and the layer is left empty.
  ///
  /// - Conformance: CONTENT-6
  open func display() {
    displayByDefault()
  }

  /// Draws the contents; by default the delegate does.
  ///
  /// - Parameter ctx: A context in the layer's own space.
  open func draw(in ctx: CGContext) {
    drawByDelegate(in: ctx)
  }

  /// Marks the sublayers as out of place; they are laid out before the next snapshot.
  ///
  /// A change of the bounds and a new sublayer mark the layer too, without telling ``layoutManager``.
  open func setNeedsLayout() {
    mark(.needsLayout)
    if attachments?.copied.layoutManager != nil { invalidateLayout() }
  }

  /// Whether the sublayers are marked as out of place.
  open func needsLayout() -> Bool {
    properties.flags.contains(.needsLayout)
  }

  /// Lays out this layer and the layers inside it that are marked, masks included.
  ///
  /// Where superlayers right above it are marked too, layout begins with the highest of them.
  ///
  /// - Conformance: CONTENT-6
  open func layoutIfNeeded() { layOutMarked() }

  /// Places the sublayers; by default the delegate does, or else ``layoutManager``.
  ///
  /// - Conformance: CONTENT-6
  open func layoutSublayers() { layOutByDefault() }

  /// The object that places the sublayers where neither a subclass nor the delegate does; retained.
  ///
  /// - Default: `nil`.
  open var layoutManager: (any CALayoutManager)? {
    get { attachments?.copied.layoutManager }
    set {
      attach(newValue, at: \.copied.layoutManager)
      setNeedsLayout()
    }
  }

  /// The preferred size of the layer: the size of its frame, or the size that ``layoutManager`` prefers for its bounds.
  ///
  /// - Units: points, in the superlayer's coordinate space.
  open func preferredFrameSize() -> CGSize { derivedPreferredFrameSize }

  /// The parts of the layer that give way when its superlayer changes size: margins, width and height.
  ///
  /// Along each axis the change is shared out evenly among the parts that give way; a length ends at 0. Nothing happens
  /// where no part gives way.
  ///
  /// - Default: nothing gives way.
  open var autoresizingMask: CAAutoresizingMask {
    get { self[attachment: \.copied.autoresizingMask, else: []] }
    set { self[attachment: \.copied.autoresizingMask, else: []] = newValue }
  }

  /// Calls ``resize(withOldSuperlayerSize:)`` of each sublayer after the layer's size has changed.
  ///
  /// Called when the size of the bounds has changed. Sublayers whose size changes as a result then call it for their
  /// own.
  ///
  /// - Parameter size: The size before, in points.
  open func resizeSublayers(withOldSize size: CGSize) {
    for sublayer in sublayerStorage { sublayer.resize(withOldSuperlayerSize: size) }
  }

  /// Changes the layer's frame after its superlayer's size has changed; by default as ``autoresizingMask`` says.
  ///
  /// - Parameter size: The superlayer's size before, in points.
  open func resize(withOldSuperlayerSize size: CGSize) { resizeByMask(from: size) }

  /// Draws the layer and all in it into a context.
  ///
  /// The context's user space is the layer's own space: the layer's place in its superlayer does not matter, and its
  /// bounds' origin is not moved to the context's; its own `isGeometryFlipped` acts inside of it. Layers are drawn as
  /// they are set; animations play no part, and emitters show the time of the thread's `MediaClock`. The context's
  /// clip, alpha, blend mode and shadow apply to the picture as a whole. Layers that read their backdrop, by a
  /// background filter or a blend mode, do not see the pixels that the context already holds.
  ///
  ///     let context = CGContext(width: 200, height: 100)
  ///     if let context { card.render(in: context) }
  ///     let image = context?.makeImage()
  ///
  /// Parts that cannot be drawn are logged with the label `lamina`, if the program chose a handler for its log;
  /// `renderPicture(in:)` throws such errors and returns such reports.
  ///
  /// A subclass may override it: where such a layer is in a tree that is drawn into a context, its override is called
  /// with a context of the same pixels in the layer's own space, and its drawing replaces the layer and all in it; a
  /// call of `super` draws the layer and all in it. The override is not called for a layer that is hidden or lies in
  /// perspective, nor when a renderer draws the tree.
  ///
  /// - Parameter ctx: A context of any size; parts outside its bitmap are not drawn.
  /// - Conformance: GRAD-1, SHAPE-1, by `ReferenceRenderer.context`
  open func render(in ctx: CGContext) { renderUnlessAsked(in: ctx) }

  // MARK: Places and conversions

  /// Whether the contents are upside down: an odd number of layers among this one and its superlayers are flipped.
  ///
  /// - Complexity: O(depth).
  /// - Conformance: GEO-4
  open func contentsAreFlipped() -> Bool { isTurnedOver }

  /// The transform as an affine one.
  ///
  /// - Returns: The identity where `transform` is not exactly affine.
  /// - Conformance: GEO-7
  open func affineTransform() -> CGAffineTransform {
    let transform = self.transform
    return CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Replaces `transform` by an affine one.
  ///
  /// - Conformance: GEO-7
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Converts a point of another layer to this layer's coordinates.
  ///
  /// - Parameters:
  ///   - p: A point, in the coordinate space of `l`.
  ///   - l: Any layer; `nil` stands for the space that all roots lie in.
  /// - Returns: The point in this layer's space. Where the way up is not finite, or the way down does not exist
  ///   (a singular transform), that part of the way is left out.
  /// - Complexity: O(depth).
  /// - Conformance: GEO-6
  open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { CALayer.image(of: p, from: l, to: self) }

  /// Converts a point of this layer to another's coordinates; see ``convert(_:from:)-(CGPoint,_)``.
  open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { CALayer.image(of: p, from: self, to: l) }

  /// Converts a rectangle of another layer to this layer's coordinates.
  ///
  /// - Parameters:
  ///   - r: A rectangle, in the coordinate space of `l`.
  ///   - l: Any layer; `nil` stands for the space that all roots lie in.
  /// - Returns: The smallest upright rectangle that holds the image of `r`; the null rectangle where all of it
  ///   lies behind the eye.
  /// - Complexity: O(depth).
  /// - Conformance: GEO-6, D3-5
  open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { CALayer.box(of: r, from: l, to: self) }

  /// Converts a rectangle of this layer to another's coordinates; see ``convert(_:from:)-(CGRect,_)``.
  open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { CALayer.box(of: r, from: self, to: l) }

  /// Scrolls the nearest scroll layer above so that a point comes to lie in its corner of minimum x and y.
  ///
  /// Nothing happens without a scroll layer above.
  ///
  /// - Parameter p: A point, in this layer's coordinate space.
  /// - Conformance: SCROLL-1
  open func scroll(_ p: CGPoint) { scrollNearest(to: p) }

  /// Scrolls the nearest scroll layer above until a rectangle shows, by the shortest way.
  ///
  /// - Parameter r: A rectangle, in this layer's coordinate space.
  /// - Conformance: SCROLL-1
  open func scrollRectToVisible(_ r: CGRect) { scrollNearest(toShow: r) }

  /// The part of the bounds that scroll layers above do not cut off.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Complexity: O(depth).
  /// - Conformance: SCROLL-1
  open var visibleRect: CGRect { derivedVisibleRect }

  /// Whether a point lies in the layer's own bounds, edges at minimum x and y included, edges at maximum x and y
  /// excluded.
  ///
  /// - Parameter p: A point, in this layer's coordinate space.
  /// - Conformance: GEO-8
  open func contains(_ p: CGPoint) -> Bool {
    properties.bounds.contains(p)
  }

  /// The deepest layer at a point: this layer, a descendant, or `nil`.
  ///
  /// Sublayers are asked from last to first, whatever their `zPosition`. Hidden layers and layers of opacity 0 are
  /// never hit, nor parts cut off by `masksToBounds`; other sublayers outside the bounds are. A `CATransformLayer` is
  /// passed through.
  ///
  /// A subclass from outside Lamina is asked through its own override, so only chains of such subclasses recurse.
  ///
  /// - Parameter p: A point in the coordinate space of the superlayer, or, where the superlayer is a
  ///   `CATransformLayer`, of the nearest layer above that flattens.
  /// - Conformance: GEO-8
  open func hitTest(_ p: CGPoint) -> CALayer? {
    deepestLayer(at: p)
  }

  // MARK: Animations

  /// Adds a copy of an animation.
  ///
  /// The animation takes effect at once, and begins at the time of the thread's ``MediaClock`` unless it has a begin
  /// time of its own. The layer's own values stay as they are.
  ///
  /// - Parameters:
  ///   - anim: The animation.
  ///   - key: A name for it; an animation that has the name already is removed. Transitions have the name
  ///     ``kCATransition``, whatever is given.
  /// - Conformance: TIME-4 (animations of one property apply in the order in which they were added)
  open func add(_ anim: CAAnimation, forKey key: String?) { addAnimation(anim, forKey: key) }

  /// Removes all animations.
  open func removeAllAnimations() { removeAnimations { _ in true } }

  /// Removes the animation with a name. Without such an animation nothing happens.
  open func removeAnimation(forKey key: String) { removeAnimations { $0.key == key } }

  /// The names of the animations, in the order in which they were added; `nil` where there are none.
  open func animationKeys() -> [String]? {
    let keys = addedAnimations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// The layer's copy of the animation with a name. Changes to the copy have no effect.
  open func animation(forKey key: String) -> CAAnimation? {
    addedAnimations.last { $0.key == key }?.animation
  }

  /// The action that runs at an event of the layer: the change of a property, by its key, `onOrderIn` or `onOrderOut`.
  ///
  /// These are asked in order, until one has an action: the delegate, ``actions``, `actions` in ``style``,
  /// ``defaultAction(forKey:)``. For a property that animates by itself, the last resort is a ``CABasicAnimation`` from
  /// the value that shows. `NSNull` ends the search.
  ///
  /// - Conformance: TIME-10
  open func action(forKey event: String) -> (any CAAction)? { defaultLookup(event) }

  /// The action that runs at an event of any layer of the class, where no other source has one.
  ///
  /// - Returns: `nil`; subclasses override it.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// Whether contents follow a key of the class's own, which ``setValue(_:forKey:)`` sets and ``value(forKey:)`` reads.
  ///
  /// Setting such a key marks the contents as out of date. Where it is animated, the contents are made for every time
  /// that is drawn: while ``display()`` and ``draw(in:)`` run, ``value(forKey:)`` gives the value at that time, and
  /// ``presentation()`` shows that time, whether or not the class has a ``presentationCopy()``. Numbers come as the
  /// `CGFloat`, `Double` or `Float` that was set, or as the type of the animation's value where nothing was set, else
  /// as `NSNumber`, which does not cast to `CGFloat` on this platform. Values set meanwhile stay, and run no actions.
  ///
  ///     final class Gauge: CALayer {
  ///       var level: CGFloat {
  ///         get { (value(forKey: "level") as? CGFloat) ?? 0 }
  ///         set { setValue(newValue, forKey: "level") }
  ///       }
  ///       override class func needsDisplay(forKey key: String) -> Bool {
  ///         key == "level" || super.needsDisplay(forKey: key)
  ///       }
  ///       override func draw(in ctx: CGContext) { … }  // reads `level`
  ///     }
  ///
  /// Bitmaps that ``draw(in:)`` filled are kept for the values that they were drawn for, up to 16 MiB a layer, until
  /// the layer changes or is marked by ``setNeedsDisplay()``.
  ///
  /// - Returns: `false`; subclasses override it for keys of their own.
  /// - Conformance: CONTENT-7
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// The layer as it looks at the time of the thread's ``MediaClock``: a copy without sublayers.
  ///
  /// While contents are made for a time (see ``needsDisplay(forKey:)``), the layer looks as at that time.
  ///
  /// A layer without animations returns itself.
  ///
  /// - Returns: `nil` for an animated layer of a class from outside Lamina that has no ``presentationCopy()``.
  open func presentation() -> Self? {
    presented(at: presentedTime, as: presentationCopy()) as? Self
  }

  /// A copy of the layer, in which ``presentation()`` puts the values that show; called for animated layers only.
  ///
  /// Without an Objective-C runtime, no code can make an object of a class that it does not know, so a class from
  /// outside Lamina overrides this function:
  ///
  ///     override func presentationCopy() -> CALayer { Gauge(layer: self) }
  ///
  /// - Returns: A new layer of the layer's own class with its values; of one of Lamina's classes unless overridden.
  open func presentationCopy() -> CALayer { properties.kind.makeCopy(of: self) }

  /// The layer that holds the values that were set: for a layer that ``presentation()`` returned, the original layer.
  open func model() -> Self { (attachments?.model as? Self) ?? self }

  // MARK: Key-value coding

  /// The value of a property, or of any other key that was set on the layer.
  ///
  /// Numbers and booleans come as `NSNumber`, which casts to `Double`, `Float`, `Int` and `Bool`, but not to `CGFloat`
  /// on this platform; other values as themselves.
  ///
  /// - Returns: `nil` where nothing is set and there is no default.
  /// - Conformance: GEO-9
  open func value(forKey key: String) -> Any? { codedValue(forKey: key) }

  /// Sets a property, or keeps a value under a key that is no property, as in a dictionary.
  ///
  /// A value that the property cannot take changes nothing and is reported to ``keyPathFailureHandler``.
  ///
  /// - Conformance: GEO-9
  open func setValue(_ value: Any?, forKey key: String) { setCodedValue(value, forKey: key) }

  /// The value that ``value(forKey:)`` gives for a key that is no property: the one set under the key, or else the one
  /// in ``style``, or the class's default.
  ///
  /// Subclasses override it to compute such keys, and call `super` for keys that they do not know.
  open func value(forUndefinedKey key: String) -> Any? { storedValue(forKey: key) }

  /// Sets a key that is no property, for ``setValue(_:forKey:)``: keeps the value, as in a dictionary.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { store(value, forKey: key) }

  /// The value of a property or of one component, `transform.rotation.z` or `transform.m34`; of a sublayer by its name,
  /// `sublayers.needle.opacity`; of the mask, `mask.position`; of a layer or an entry of a dictionary that was set.
  ///
  /// Angles are in radians; `rotation` is `rotation.z`, `scale` the mean of the three, `translation` a `CGSize`.
  /// A path that leads nowhere gives `nil` and is reported to ``keyPathFailureHandler``; ``layerValue(forKeyPath:)``
  /// throws instead.
  ///
  /// - Conformance: GEO-9
  open func value(forKeyPath keyPath: String) -> Any? { codedValue(forKeyPath: keyPath) }

  /// Sets a property or one component of it; other components stay as they are.
  ///
  ///     layer.setValue(Double.pi / 4, forKeyPath: "transform.rotation.z")
  ///
  /// A path that leads nowhere and a value of the wrong type change nothing and are reported to
  /// ``keyPathFailureHandler``; ``setLayerValue(_:forKeyPath:)`` throws instead.
  ///
  /// - Conformance: GEO-9
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setCodedValue(value, forKeyPath: keyPath) }

  /// The value of a key before it is set: for a property, the value in a new layer; for other keys, `nil`.
  ///
  /// Subclasses override it to give their own keys a value; values that they return for properties are ignored.
  ///
  /// - Conformance: GEO-9
  open class func defaultValue(forKey key: String) -> Any? { codedDefault(forKey: key) }

  // MARK: More geometry

  /// The depth of the anchor point: the distance between the layer's plane and the centre of `transform`.
  ///
  /// - Units: points, along the layer's z axis.
  /// - Range: any finite number; otherwise the layer and its sublayers draw nothing.
  /// - Default: 0. Animatable.
  /// - Conformance: GEO-2
  open var anchorPointZ: CGFloat {
    get { properties.anchorPointZ }
    set { change("anchorPointZ") { properties.anchorPointZ = newValue } }
  }

  /// The transform of all sublayers, about this layer's anchor point. Its `m34` gives them a shared vanishing point.
  ///
  /// - Range: any finite matrix; otherwise the sublayers draw nothing.
  /// - Default: the identity. Animatable.
  /// - Conformance: GEO-2, D3-2, D3-4
  open var sublayerTransform: CATransform3D {
    get { self[extra: \.values.sublayerTransform] }
    set { change("sublayerTransform") { self[extra: \.values.sublayerTransform] = newValue } }
  }

  /// Whether y points up in the layer's own coordinates, mirrored about the middle of the bounds.
  ///
  /// The sublayers follow; `position`, `anchorPoint` and `transform` act outside, and the picture stays upright.
  ///
  /// - Default: `false`.
  /// - Conformance: GEO-4
  open var isGeometryFlipped: Bool {
    get { properties.flags.contains(.geometryFlipped) }
    set { properties.flags.set(.geometryFlipped, to: newValue) }
  }

  /// Whether the layer shows when it faces away. It has no effect on a ``CATransformLayer``.
  ///
  /// - Default: `true`.
  /// - Conformance: D3-6
  open var isDoubleSided: Bool {
    get { properties.flags.contains(.doubleSided) }
    set { change("doubleSided") { properties.flags.set(.doubleSided, to: newValue) } }
  }

  // MARK: Corners, edges, groups and shadow

  /// The corners that `cornerRadius` rounds.
  ///
  /// - Range: the four corners; other bits are dropped.
  /// - Default: all four. Animatable.
  /// - Conformance: CLIP-2
  open var maskedCorners: CACornerMask {
    get { CACornerMask(rawValue: UInt(properties.maskedCorners)) }
    set { properties.maskedCorners = UInt8(newValue.rawValue & 15) }
  }

  /// The curve of the rounded corners.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `circular`.
  /// - Default: `circular`.
  /// - Conformance: CLIP-3
  open var cornerCurve: CALayerCornerCurve {
    get {
      attachments?.copied.unknownNames.cornerCurve ?? CALayerCornerCurve(rawValue: properties.cornerCurve.name)
    }
    set {
      let known = CornerCurve(name: newValue.rawValue)
      properties.cornerCurve = known ?? .circular
      keepUnknown(newValue, at: \.cornerCurve, isKnown: known != nil)
    }
  }

  /// Whether `opacity` fades the layer and its sublayers as one picture rather than each by itself.
  ///
  /// A layer that is drawn as a bitmap because of ``shouldRasterize`` fades as one picture in any case.
  ///
  /// - Default: ``allowsGroupOpacityByDefault``.
  /// - Conformance: GROUP-1
  open var allowsGroupOpacity: Bool {
    get { properties.flags.contains(.allowsGroupOpacity) }
    set { properties.flags.set(.allowsGroupOpacity, to: newValue) }
  }

  /// Whether the edges named by ``edgeAntialiasingMask`` are smooth.
  ///
  /// - Default: `true`.
  /// - Conformance: GROUP-3 (the default is our choice)
  open var allowsEdgeAntialiasing: Bool {
    get { properties.flags.contains(.allowsEdgeAntialiasing) }
    set { properties.flags.set(.allowsEdgeAntialiasing, to: newValue) }
  }

  /// The edges that are smooth where ``allowsEdgeAntialiasing`` is true.
  ///
  /// - Range: the four edges; other bits are dropped.
  /// - Default: all four.
  /// - Conformance: GROUP-3
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { CAEdgeAntialiasingMask(rawValue: UInt32(properties.edgeAntialiasingMask)) }
    set { properties.edgeAntialiasingMask = UInt8(newValue.rawValue & 15) }
  }

  /// Whether the layer's own drawing covers all of its bounds: a hint, which does not change the picture.
  ///
  /// - Default: `false`.
  /// - Conformance: CONTENT-6
  open var isOpaque: Bool {
    get { properties.flags.contains(.opaque) }
    set { properties.flags.set(.opaque, to: newValue) }
  }

  /// The colour of the shadow, alpha included. A shadow whose colour is a pattern is not drawn, which is reported when
  /// the layer is drawn.
  ///
  /// - Default: opaque black. Animatable.
  /// - Conformance: SHADOW-1, SHADOW-3
  open var shadowColor: CGColor? {
    get { self[extra: \.values.shadowColor] }
    set { change("shadowColor") { self[extra: \.values.shadowColor] = newValue } }
  }

  /// The opacity of the shadow; a layer casts a shadow where this is above 0.
  ///
  /// - Range: `0...1`; other values are stored and draw as the nearer end, NaN as 0.
  /// - Default: 0. Animatable.
  /// - Conformance: SHADOW-1
  open var shadowOpacity: Float {
    get { self[extra: \.values.shadowOpacity] }
    set { change("shadowOpacity") { self[extra: \.values.shadowOpacity] = newValue } }
  }

  /// The offset of the shadow from the layer.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Default: (0, -3), which is upwards where y points down. Animatable.
  /// - Conformance: SHADOW-1, SHADOW-3
  open var shadowOffset: CGSize {
    get { self[extra: \.values.shadowOffset] }
    set { change("shadowOffset") { self[extra: \.values.shadowOffset] = newValue } }
  }

  /// The standard deviation of the shadow's blur.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Range: `0...`; a negative one and NaN draw as 0, a hard edge.
  /// - Default: 3. Animatable.
  /// - Conformance: SHADOW-2
  open var shadowRadius: CGFloat {
    get { self[extra: \.values.shadowRadius] }
    set { change("shadowRadius") { self[extra: \.values.shadowRadius] = newValue } }
  }

  /// The shape that casts the shadow, in place of the layer's drawing.
  ///
  /// The path is copied.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Default: `nil`. Animatable.
  /// - Conformance: SHADOW-5
  open var shadowPath: CGPath? {
    get { self[extra: \.values.shadowPath] }
    set { self[extra: \.values.shadowPath] = newValue?.copy() }
  }

  // MARK: Placing and sampling of contents

  /// The place of the picture where its size is not the size of the bounds.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `center`.
  /// - Default: `resize`.
  /// - Conformance: CONTENT-2
  open var contentsGravity: CALayerContentsGravity {
    get { attachments?.copied.unknownNames.contentsGravity ?? properties.contentsProperties.gravity.name }
    set {
      let known = ContentsGravity(name: newValue)
      properties.contentsProperties.gravity = known ?? .center
      keepUnknown(newValue, at: \.contentsGravity, isKnown: known != nil)
    }
  }

  /// The part of the picture that shows.
  ///
  /// - Units: fractions of the picture's size.
  /// - Range: any finite rectangle; outside 0...1 the edge pixels extend. An empty one or one that is not finite
  ///   is stored and draws no picture.
  /// - Default: (0, 0, 1, 1). Animatable.
  /// - Conformance: CONTENT-3
  open var contentsRect: CGRect {
    get { properties.contentsProperties.rect }
    set { change("contentsRect") { properties.contentsProperties.rect = newValue } }
  }

  /// The part of the picture that stretches both ways when it is resized; the parts around it keep their thickness.
  ///
  /// - Units: fractions of `contentsRect`.
  /// - Range: inside 0...1; other rectangles are stored and draw as their part inside. Zero width or height means one
  ///   pixel centred there.
  /// - Default: (0, 0, 1, 1). Animatable.
  /// - Conformance: CONTENT-4
  open var contentsCenter: CGRect {
    get { properties.contentsProperties.center }
    set { change("contentsCenter") { properties.contentsProperties.center = newValue } }
  }

  /// The sampling of the picture where one of its pixels covers at least one on the screen.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `linear`.
  /// - Default: `linear`.
  /// - Conformance: CONTENT-5
  open var magnificationFilter: CALayerContentsFilter {
    get {
      attachments?.copied.unknownNames.magnificationFilter ?? properties.contentsProperties.magnificationFilter.name
    }
    set {
      let known = ContentsFilter(name: newValue)
      properties.contentsProperties.magnificationFilter = known ?? .linear
      keepUnknown(newValue, at: \.magnificationFilter, isKnown: known != nil)
    }
  }

  /// The sampling of the picture where one pixel on the screen covers more than one of its own.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `linear`.
  /// - Default: `linear`.
  /// - Conformance: CONTENT-5
  open var minificationFilter: CALayerContentsFilter {
    get { attachments?.copied.unknownNames.minificationFilter ?? properties.contentsProperties.minificationFilter.name }
    set {
      let known = ContentsFilter(name: newValue)
      properties.contentsProperties.minificationFilter = known ?? .linear
      keepUnknown(newValue, at: \.minificationFilter, isKnown: known != nil)
    }
  }

  /// The number added to the level of detail in trilinear minification: above 0 is softer, below sharper.
  ///
  /// - Range: any number; NaN and infinities are stored and draw as 0.
  /// - Default: 0.
  /// - Conformance: CONTENT-5
  open var minificationFilterBias: Float {
    get { properties.contentsProperties.minificationFilterBias }
    set { properties.contentsProperties.minificationFilterBias = newValue }
  }

  /// The pixel format of the bitmap that the layer draws for itself; stored and without effect.
  ///
  /// - Default: `RGBA8Uint`.
  open var contentsFormat: CALayerContentsFormat {
    get { self[attachment: \.copied.contentsFormat, else: .RGBA8Uint] }
    set { self[attachment: \.copied.contentsFormat, else: .RGBA8Uint] = newValue }
  }

  /// Whether a change of the bounds' size calls for drawing again, as ``setNeedsDisplay()`` does.
  ///
  /// - Default: `false`.
  /// - Conformance: CONTENT-6
  open var needsDisplayOnBoundsChange: Bool {
    get { self[attachment: \.copied.needsDisplayOnBoundsChange, else: false] }
    set { self[attachment: \.copied.needsDisplayOnBoundsChange, else: false] = newValue }
  }

  /// Whether drawing may happen on another thread; stored, never changes the picture.
  ///
  /// - Default: `false`.
  open var drawsAsynchronously: Bool {
    get { self[attachment: \.copied.drawsAsynchronously, else: false] }
    set { self[attachment: \.copied.drawsAsynchronously, else: false] = newValue }
  }

  // MARK: Filters, rasterization, and values for the owner

  /// Filters that act on the layer and its sublayers, shadow included, one after the other.
  ///
  /// - Range: ``CAFilter`` objects, or the name of a type; other values are kept, reported when they should draw, and
  ///   left out.
  /// - Default: `nil`.
  /// - Conformance: GROUP-4
  open var filters: [Any]? {
    get { attachments?.copied.filters }
    set {
      attach(newValue, at: \.copied.filters)
      self[extra: \.values.hasFilters] = newValue?.isEmpty == false
    }
  }

  /// Filters that act on the pixels behind the layer: inside its bounds, rounded by its corners, fading with it.
  ///
  /// The pixels behind are the ones drawn before the layer into the same picture: the picture of the nearest layer
  /// above that fades as a group, is masked, filtered, blended or rasterized, else the canvas.
  ///
  /// - Range: As for ``filters``.
  /// - Default: `nil`.
  /// - Conformance: GROUP-4
  open var backgroundFilters: [Any]? {
    get { attachments?.copied.backgroundFilters }
    set {
      attach(newValue, at: \.copied.backgroundFilters)
      self[extra: \.values.hasBackgroundFilters] = newValue?.isEmpty == false
    }
  }

  /// The blending of the layer, with all in it, with the pixels behind: a name, or a ``CAFilter`` of that type.
  ///
  /// Blend modes: `normalBlendMode`, `multiplyBlendMode`, `screenBlendMode`, `overlayBlendMode`, `darkenBlendMode`,
  /// `lightenBlendMode`, `colorDodgeBlendMode`, `colorBurnBlendMode`, `softLightBlendMode`, `hardLightBlendMode`,
  /// `differenceBlendMode`, `exclusionBlendMode`, `subtractBlendMode`, `divideBlendMode`, `linearBurnBlendMode`,
  /// `linearDodgeBlendMode`, `linearLightBlendMode`, `pinLightBlendMode`, `hueBlendMode`, `saturationBlendMode`,
  /// `colorBlendMode`, `luminosityBlendMode`. Operators: `clear`, `copy`, `sourceOver`, `sourceIn`, `sourceOut`,
  /// `sourceAtop`, `dest`, `destOver`, `destIn`, `destOut`, `destAtop`, `xor`, `plusL`, `plusD`, `minimum`, `maximum`.
  ///
  /// The pixels behind are as for ``backgroundFilters``. Operators that remove them where the layer is clear do so
  /// inside the layer's bounds, rounded by its corners, and wherever the layer draws.
  ///
  /// - Range: Another name is kept and reported, and draws as source-over.
  /// - Default: `nil`, which is source-over.
  /// - Conformance: GROUP-4
  open var compositingFilter: Any? {
    get { attachments?.copied.compositingFilter }
    set {
      attach(newValue, at: \.copied.compositingFilter)
      self[extra: \.values.hasCompositingFilter] = newValue != nil
    }
  }

  /// Whether the layer and all in it, filters and shadow included, are drawn as a bitmap first, which is kept while
  /// nothing in it changes.
  ///
  /// The bitmap lies in the layer's own plane, ``rasterizationScale`` pixels to a point, and is shown through
  /// `magnificationFilter` and `minificationFilter`. It is one picture, so it fades as one, whatever
  /// ``allowsGroupOpacity`` says.
  ///
  /// - Default: `false`.
  /// - Conformance: GROUP-2
  open var shouldRasterize: Bool {
    get { properties.flags.contains(.shouldRasterize) }
    set { properties.flags.set(.shouldRasterize, to: newValue) }
  }

  /// The pixels per point of the bitmap that ``shouldRasterize`` asks for.
  ///
  /// - Range: above 0; other values are stored and draw as 1. A bitmap that would have more pixels than a few canvases
  ///   has as many as fit, which is reported.
  /// - Default: 1.
  /// - Conformance: GROUP-2
  open var rasterizationScale: CGFloat {
    get { self[extra: \.values.rasterizationScale] }
    set { self[extra: \.values.rasterizationScale] = newValue }
  }

  /// Whether contents may be brighter than white; kept and without effect, since pictures have 8 bits of sRGB.
  ///
  /// - Default: `false`.
  open var wantsExtendedDynamicRangeContent: Bool {
    get { self[extra: \.values.dynamicRange.wantsExtendedContent] }
    set { self[extra: \.values.dynamicRange.wantsExtendedContent] = newValue }
  }

  /// The mapping of contents that are brighter than white to the display; kept and without effect.
  ///
  /// - Default: `automatic`.
  open var toneMapMode: CAToneMapMode {
    get { self[extra: \.values.dynamicRange.toneMapMode] }
    set { self[extra: \.values.dynamicRange.toneMapMode] = newValue }
  }

  /// The preferred brightness of contents; kept and without effect.
  ///
  /// - Default: `automatic`.
  open var preferredDynamicRange: CADynamicRange {
    get { self[extra: \.values.dynamicRange.preferred] }
    set { self[extra: \.values.dynamicRange.preferred] = newValue }
  }

  /// The brightness that contents were made for, as a multiple of white; kept and without effect.
  ///
  /// - Range: any number; it is kept as it is.
  /// - Default: 0: the headroom that the contents themselves state.
  open var contentsHeadroom: CGFloat {
    get { self[extra: \.values.dynamicRange.headroom] }
    set { self[extra: \.values.dynamicRange.headroom] = newValue }
  }

  /// A name for the owner's use, which diagnostics show too.
  ///
  /// - Default: `nil`.
  open var name: String? {
    get { self[extra: \.values.name] }
    set { self[extra: \.values.name] = newValue }
  }

  /// The actions that run when properties change, by event; `NSNull` runs nothing.
  ///
  /// - Default: `nil`.
  /// - Conformance: TIME-10
  open var actions: [String: any CAAction]? {
    get { attachments?.copied.actions }
    set { attach(newValue, at: \.copied.actions) }
  }

  /// Values for keys that are not set on the layer itself; its entry `actions` is searched like ``actions``.
  ///
  /// - Default: `nil`.
  open var style: [AnyHashable: Any]? {
    get { attachments?.copied.style }
    set { attach(newValue, at: \.copied.style) }
  }

  // MARK: Timing

  /// Converts a time of another layer to this layer's.
  ///
  /// - Parameters:
  ///   - t: A time of `l`, in seconds.
  ///   - l: Any layer; `nil` stands for the time outside the tree, which all trees share.
  /// - Returns: This layer's time. A layer with speed 0 converts every time of its own to its beginning.
  /// - Complexity: O(depth).
  /// - Conformance: GEO-6, TIME-1
  open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    CALayer.localTime(of: t, from: l, to: self)
  }

  /// Converts a time of this layer to another's; see ``convertTime(_:from:)``.
  open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    CALayer.localTime(of: t, from: self, to: l)
  }

  /// The beginning of the layer's time.
  ///
  /// - Units: seconds of the superlayer's time.
  /// - Default: 0.
  /// - Conformance: TIME-1
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }

  /// The length of a cycle; stored without effect, since a layer's time has no end.
  ///
  /// - Units: seconds.
  /// - Default: 0.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }

  /// The speed of the layer's time relative to its superlayer's. 0 stops it at `timeOffset`.
  ///
  /// - Default: 1.
  /// - Conformance: TIME-1, TIME-12
  open var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }

  /// The number of seconds added to the layer's time.
  ///
  /// - Units: seconds.
  /// - Default: 0.
  /// - Conformance: TIME-1
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }

  /// The number of cycles; stored without effect, since a layer's time has no end.
  ///
  /// - Default: 0.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }

  /// The total length of the repeated cycles; stored without effect, since a layer's time has no end.
  ///
  /// - Units: seconds.
  /// - Default: 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }

  /// Whether every second cycle runs backwards; stored without effect, since a layer's time has no cycles.
  ///
  /// - Default: `false`.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }

  /// The value that shows outside the active time; stored without effect, since a layer is always active.
  ///
  /// - Default: `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
}
