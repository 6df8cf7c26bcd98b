// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// One item of a shape layer or group, front to back.
struct LottieShapeItem {
  /// What it is.
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

/// A path, by what it is made of.
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
  /// In degrees.
  var rotation: Animated<Double>
  var outerRadius: Animated<Double>
  var innerRadius: Animated<Double>
  /// In percent.
  var outerRoundness: Animated<Double>
  var innerRoundness: Animated<Double>
  var reversed: Bool
}

/// What a fill or stroke is painted with.
enum LottiePaint {
  case color(Animated<SIMD4<Double>>)
  case gradient(LottieGradient)
}

/// A gradient.
struct LottieGradient {
  /// How its colours follow each other.
  enum Form: Int {
    case linear = 1
    case radial, conic
  }

  var form: Form
  var start: Animated<SIMD3<Double>>
  var end: Animated<SIMD3<Double>>
  /// Four numbers a colour: place, red, green, blue; then two a stop of alpha: place, alpha.
  var stops: Animated<NumberList>
  var colorCount: Int
}

/// Paints the inside of paths.
struct LottieFill {
  var paint: LottiePaint
  /// In percent.
  var opacity: Animated<Double>
  var isEvenOdd: Bool
}

/// Paints along paths.
struct LottieStroke {
  var paint: LottiePaint
  /// In percent.
  var opacity: Animated<Double>
  var width: Animated<Double>
  var cap: Int
  var join: Int
  var miterLimit: Animated<Double>
  /// Dashes and gaps in turn.
  var dashes: [Animated<Double>]
  var dashOffset: Animated<Double>
}

/// Cuts paths to a part of their length.
struct LottieTrim {
  /// In percent.
  var start: Animated<Double>
  var end: Animated<Double>
  /// In degrees; 360 is once around.
  var offset: Animated<Double>
  /// Whether the paths count as one long one.
  var isSequential: Bool
}

/// What becomes of several paths.
enum MergeMode: Int {
  case merge = 1
  case add, subtract, intersect, exclude
}

/// Repeats what comes before it.
struct LottieRepeater {
  var copies: Animated<Double>
  var offset: Animated<Double>
  /// Whether later copies lie under earlier ones.
  var isBelow: Bool
  var transform: LottieTransform
  /// In percent.
  var startOpacity: Animated<Double>
  var endOpacity: Animated<Double>
}
