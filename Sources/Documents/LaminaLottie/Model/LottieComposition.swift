// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A Lottie document, typed.
struct LottieComposition {
  var name: String?
  var width = 0.0
  var height = 0.0
  /// The first frame.
  var inPoint = 0.0
  /// The frame after the last.
  var outPoint = 0.0
  /// Frames a second.
  var frameRate = 0.0
  var layers: [LottieLayer] = []
  /// The compositions and pictures that layers name.
  var assets: [String: LottieAsset] = [:]
  var markers: [LottieMarker] = []
  var glyphs: LottieGlyphs = LottieGlyphs()
  var fonts: [String: LottieFont] = [:]
}

/// A named time.
struct LottieMarker: Equatable {
  var name: String
  /// In frames.
  var time: Double
  /// In frames.
  var duration: Double
}

/// Something that layers name.
enum LottieAsset {
  case composition([LottieLayer])
  case image(LottieImage)
}

/// A picture that layers name.
struct LottieImage {
  var width: Double
  var height: Double
  /// The folder and the name of its file, or a `data:` URI.
  var source: String
  /// Other names that the file may have: players differ in what they make of slashes and of folders.
  var otherSources: [String] = []
  /// Where it is described.
  var path: String
}

/// A layer.
struct LottieLayer {
  /// What it draws.
  enum Content {
    /// Another composition, drawn at a size and cut there.
    case composition(id: String, width: Double, height: Double, remap: Animated<Double>?)
    case solid(color: SIMD4<Double>, width: Double, height: Double)
    /// A picture, or a video, whose time may be a property.
    case image(id: String, remap: Animated<Double>?)
    case shapes([LottieShapeItem])
    case text(LottieText)
    /// Nothing: other layers follow its transform.
    case none
  }

  /// Where it is described.
  var path: String
  var name: String
  var index: Int?
  var parent: Int?
  var content = Content.none
  var transform = LottieTransform()
  /// When it appears and is gone, in frames of its composition.
  var inPoint = 0.0
  var outPoint = 0.0
  /// When the time of what it holds begins, in frames of its composition.
  var startTime = 0.0
  /// How much longer what it holds takes.
  var stretch = 1.0
  var isHidden = false
  var isAutoOriented = false
  var is3D = false
  var blendMode: String?
  var masks: [LottieMask] = []
  var matte: LottieMatte?
  /// The layer that is the matte, where it is not the one before.
  var matteParent: Int?
  /// Whether it is the matte of another layer, and not drawn itself.
  var isMatte = false
  /// What is done to the layer's picture, one after the other: effects, then layer styles.
  var effects: [LottieEffect] = []
}

/// How a layer is shown through another.
enum LottieMatte: Int {
  case alpha = 1
  case invertedAlpha, luma, invertedLuma

  var isInverted: Bool { self == .invertedAlpha || self == .invertedLuma }
  var isLuma: Bool { self == .luma || self == .invertedLuma }
}

/// A path that shows or hides part of a layer.
struct LottieMask {
  /// What it does with the masks before it.
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
  /// 0...100.
  var opacity: Animated<Double>
  /// How far the path is moved outwards, in points.
  var expansion: Animated<Double>
  /// How wide its soft edge is along x and y, in points, half of it on either side of the path.
  var feather: Animated<SIMD3<Double>>

  /// Whether its edge is soft at some time.
  var isFeathered: Bool { feather.keyframes.contains { max($0.value.x, $0.value.y) > 0 } }
}
