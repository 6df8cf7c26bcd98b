// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// An item of a shape layer or group; items are ordered front to back.
struct LottieShapeItem {
  /// The kind of an item, with its properties.
  enum Kind {
    indirect case group([LottieShapeItem], LottieTransform)
    case path(LottiePath)
    case fill(LottieFill)
    case stroke(LottieStroke)
    case trim(LottieTrim)
    case roundedCorners(Animated<Double>)
    case merge(MergeMode)
    case repeater(LottieRepeater)
  }

  var kind: Kind
  var name: String
}

/// A path, by its geometry.
enum LottiePath {
  case bezier(Animated<Bezier>)
  case rectangle(
    position: Animated<SIMD3<Double>>, size: Animated<SIMD3<Double>>, radius: Animated<Double>, reversed: Bool)
  case ellipse(position: Animated<SIMD3<Double>>, size: Animated<SIMD3<Double>>, reversed: Bool)
  case star(LottieStar)
}

/// A star or polygon.
struct LottieStar {
  var isPolygon: Bool
  var position: Animated<SIMD3<Double>>
  var points: Animated<Double>
  /// The rotation, in degrees.
  var rotation: Animated<Double>
  var outerRadius: Animated<Double>
  var innerRadius: Animated<Double>
  /// The roundness of the outer points, in percent.
  var outerRoundness: Animated<Double>
  var innerRoundness: Animated<Double>
  var reversed: Bool
}

/// The paint of a fill or stroke.
enum LottiePaint {
  case color(Animated<SIMD4<Double>>)
  case gradient(LottieGradient)
}

/// A gradient.
struct LottieGradient {
  /// The form of a gradient.
  enum Form: Int {
    case linear = 1
    case radial, conic
  }

  var form: Form
  var start: Animated<SIMD3<Double>>
  var end: Animated<SIMD3<Double>>
  /// The stops: four numbers per colour (position, red, green, blue), followed by two per alpha stop (position, alpha).
  var stops: Animated<NumberList>
  var colorCount: Int
}

/// Paints the inside of paths.
struct LottieFill {
  var paint: LottiePaint
  /// The opacity, in percent.
  var opacity: Animated<Double>
  var isEvenOdd: Bool
}

/// Paints along paths.
struct LottieStroke {
  var paint: LottiePaint
  /// The opacity, in percent.
  var opacity: Animated<Double>
  var width: Animated<Double>
  var cap: Int
  var join: Int
  var miterLimit: Animated<Double>
  /// The lengths of dashes and gaps in turn.
  var dashes: [Animated<Double>]
  var dashOffset: Animated<Double>
}

/// Cuts paths to a part of their length.
struct LottieTrim {
  /// The start, in percent.
  var start: Animated<Double>
  var end: Animated<Double>
  /// The offset, in degrees; 360 is the whole length.
  var offset: Animated<Double>
  /// Whether all paths count as one long path.
  var isSequential: Bool
}

/// The operation that combines several paths.
enum MergeMode: Int {
  case merge = 1
  case add, subtract, intersect, exclude
}

/// Repeats the items before it.
struct LottieRepeater {
  var copies: Animated<Double>
  var offset: Animated<Double>
  /// Whether later copies are drawn below earlier ones.
  var isBelow: Bool
  var transform: LottieTransform
  /// The opacity of the first copy, in percent.
  var startOpacity: Animated<Double>
  var endOpacity: Animated<Double>
}
