// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// Plans with a bit of everything, made from a seed.
enum RandomScene {
  /// Boxes with every kind of operand, opaque ones among them, under a few clips.
  static func make(seed: UInt64, width: Int, height: Int, boxes: Int) -> PlanSketch {
    var dice = Dice(seed + 1)
    var sketch = PlanSketch(width: width, height: height, clear: seed.isMultiple(of: 2) ? .zero : [0.1, 0.2, 0.3, 1])
    for (index, isOpaque) in [true, false].enumerated() {
      if let picture = ReferenceTests.picture(width: 40 + 7 * index, height: 33, isOpaque: isOpaque) {
        sketch.images.append(picture)
      }
    }
    var clips: [ClipHandle] = [.none, .none]
    for _ in 0..<3 {
      let side = dice.roll(0.4...1.2) * Double(width)
      clips.append(
        sketch.clip(
          [-side / 2, -side / 3, side / 2, side / 3], map: place(&dice, width, height),
          radii: SIMD4(repeating: dice.roll(0...side / 4)), smoothing: dice.pick(2) == 0 ? 0 : 1,
          parent: clips[dice.pick(clips.count)]))
    }
    for _ in 0..<boxes { addBox(&sketch, &dice, clips, width, height) }
    return sketch
  }

  private static func addBox(
    _ sketch: inout PlanSketch, _ dice: inout Dice, _ clips: [ClipHandle], _ width: Int, _ height: Int
  ) {
    let (w, h) = (dice.roll(0.3...70), dice.roll(0.3...60))
    let box = SIMD4(-w / 2, -h / 2, w / 2, h / 2)
    let largest = min(w, h) / 2
    let isRounded = dice.pick(3) > 0
    let isUniform = dice.pick(2) == 0
    let uniform = dice.roll(0...largest)
    var radii = SIMD4<Double>(repeating: isRounded ? uniform : 0)
    if isRounded, !isUniform { for index in 0..<4 { radii[index] = dice.roll(0...largest) } }
    let alpha = dice.pick(2) == 0 ? 1 : dice.roll(0...1)
    let fill = SIMD4<Float>(
      Float(dice.roll(0...alpha)), Float(dice.roll(0...alpha)), Float(dice.roll(0...alpha)), Float(alpha))
    let map = place(&dice, width, height)
    // Continuous corners reach further along their edges.
    let smoothing: Float = dice.pick(4) == 0 ? 1 : 0
    let picture = dice.pick(4)
    let filters = ReferenceTests.filters.dropFirst()
    let filter = filters[filters.startIndex + dice.pick(filters.count)]
    let borderWidth = dice.pick(3) == 0 ? dice.roll(0...largest * 1.2) : 0
    let clip = clips[dice.pick(clips.count)]
    let opacity = dice.pick(2) == 0 ? 1 : dice.roll(0...1)
    let hardEdge = dice.pick(12)
    sketch.box(
      box, map: map, radii: radii / (1 + 0.528665 * Double(smoothing)), smoothing: smoothing, fill: fill
    ) {
      $0.clip = clip
      $0.opacity = Float(opacity)
      $0.border = [0.1, 0.4, 0.3, 0.7]
      $0.borderWidth = Float(borderWidth)
      if picture < 2 {
        $0.image = ImageHandle(picture)
        $0.placement = .stretching(
          PixelSize(width: 40 + 7 * picture, height: 33), over: box + SIMD4(2, -1, 3, 1), filter: filter)
      }
      if hardEdge < 4 { $0.shape.antialiased[hardEdge] = 0 }
    }
  }

  private static func place(_ dice: inout Dice, _ width: Int, _ height: Int) -> Homography {
    let to = SIMD2(dice.roll(0...Double(width)), dice.roll(0...Double(height)))
    switch dice.pick(5) {
    case 0: return .turned(0, to: to)
    case 1: return .swung(dice.roll(-1.2...1.2), distance: 150, to: to)
    case 2: return .turned(dice.roll(-3...3), scale: [dice.roll(0.3...2), dice.roll(0.3...2)], to: to)
    default: return .turned(dice.roll(-3...3), to: to)
    }
  }
}
