// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A Lottie document as a typed model.
struct LottieComposition {
  var name: String?
  var width = 0.0
  var height = 0.0
  /// The first frame.
  var inPoint = 0.0
  /// The frame after the last.
  var outPoint = 0.0
  /// Frames per second.
  var frameRate = 0.0
  var layers: [LottieLayer] = []
  /// The compositions and pictures that layers refer to.
  var assets: [String: LottieAsset] = [:]
  var markers: [LottieMarker] = []
  var glyphs: LottieGlyphs = LottieGlyphs()
  var fonts: [String: LottieFont] = [:]
}

/// A named time.
struct LottieMarker: Equatable {
  var name: String
  /// The time, in frames.
  var time: Double
  /// The duration, in frames.
  var duration: Double
}

/// A resource that layers refer to.
enum LottieAsset {
  case composition([LottieLayer])
  case image(LottieImage)
}

/// A picture that layers refer to.
struct LottieImage {
  var width: Double
  var height: Double
  /// The folder and the name of the file, or a `data:` URI.
  var source: String
  /// Alternative names of the file: players treat slashes and folders differently.
  var otherSources: [String] = []
  /// The path of the asset in the document.
  var path: String
}

/// A layer.
struct LottieLayer {
  /// The content of a layer.
  enum Content {
    /// Another composition, clipped to a size.
    case composition(id: String, width: Double, height: Double, remap: Animated<Double>?)
    case solid(color: SIMD4<Double>, width: Double, height: Double)
    /// A picture, or a video, whose time may be animated.
    case image(id: String, remap: Animated<Double>?)
    case shapes([LottieShapeItem])
    case text(LottieText)
    /// No content: the layer only supplies a transform to others.
    case none
  }

  /// The path of the layer in the document.
  var path: String
  var name: String
  var index: Int?
  var parent: Int?
  var content = Content.none
  var transform = LottieTransform()
  /// The first frame in which the layer is visible, and the frame after the last one, in frames of its composition.
  var inPoint = 0.0
  var outPoint = 0.0
  /// The start of the content's time, in frames of the layer's composition.
  var startTime = 0.0
  /// The factor by which the content's duration is stretched.
  var stretch = 1.0
  var isHidden = false
  var isAutoOriented = false
  var is3D = false
  var blendMode: String?
  var masks: [LottieMask] = []
  var matte: LottieMatte?
  /// The index of the layer that is the matte, if it is not the previous layer.
  var matteParent: Int?
  /// Whether the layer is the matte of another one, and not drawn itself.
  var isMatte = false
  /// The effects on the layer's picture, in order: effects, followed by layer styles.
  var effects: [LottieEffect] = []
}

/// The way in which a matte masks a layer.
enum LottieMatte: Int {
  case alpha = 1
  case invertedAlpha, luma, invertedLuma

  var isInverted: Bool { self == .invertedAlpha || self == .invertedLuma }
  var isLuma: Bool { self == .luma || self == .invertedLuma }
}

/// A path that masks a part of a layer.
struct LottieMask {
  /// The operation that combines the mask with the masks before it.
  enum Mode: String {
    case none = "n"
    case add = "a"
    case subtract = "s"
    case intersect = "i"
    case lighten = "l"
    case darken = "d"
    case difference = "f"
  }

  var mode: Mode
  var isInverted: Bool
  var shape: Animated<Bezier>
  /// The opacity, 0...100.
  var opacity: Animated<Double>
  /// The distance by which the path is moved outwards, in points.
  var expansion: Animated<Double>
  /// The width of the soft edge along x and y, in points, centred on the path.
  var feather: Animated<SIMD3<Double>>

  /// Whether the edge is soft at any time.
  var isFeathered: Bool { feather.keyframes.contains { max($0.value.x, $0.value.y) > 0 } }
}
