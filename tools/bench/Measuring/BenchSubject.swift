// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Subjects of measurements: documents, or generated scenes, which are the same on every machine.

import Foundation
package import Lamina

/// A scene to draw repeatedly.
package struct BenchSubject {
  /// The name in reports.
  package let name: String
  /// The tree.
  package let scene: Scene
  /// The kind and the size of a generated scene.
  private(set) var workload: WorkloadScene?
  /// The heap memory of the tree without its pictures, for a generated scene.
  ///
  /// - Units: bytes.
  private(set) var modelBytes: Int?
  /// Whether frames differ by their times.
  private(set) var isAnimated = false
  /// Whether the tree stays unchanged between frames, so that results kept from the last frame are reused.
  package var standsStill = false
  private var program: ((Int) -> Void)?

  /// Makes one of the tool's own scenes.
  package init(_ workload: WorkloadScene) {
    let pictures = workload.makePictures()
    let heap = HeapUse.bytes
    let tree = workload.makeTree(pictures)
    scene = Scene(root: tree.root, hostIsFlipped: false)
    program = tree.change
    modelBytes = HeapUse.bytes - heap
    name = workload.name
    isAnimated = workload.workload.isAnimated
    self.workload = workload
  }

  /// Makes a subject of a document.
  package init(path: String, scene: Scene) {
    name = path
    self.scene = scene
  }

  /// The time of a frame, in seconds, from `start` on.
  func time(of frame: Int, from start: Double) -> Double {
    isAnimated ? start + Double(frame) / 60 : start
  }

  /// Changes the tree for a frame; not measured.
  ///
  /// A tree without a program that changes it gets another background, by one level of blue, so that every frame is
  /// evaluated, planned and drawn.
  package func change(_ frame: Int) {
    guard !standsStill else { return }
    if let program { return program(frame) }
    if workload != nil, !isAnimated, let color = scene.root.backgroundColor?.straight {
      let level = (color.z * 255).rounded(.down) / 255
      scene.root.backgroundColor = CGColor(
        straight: [color.x, color.y, frame.isMultiple(of: 2) ? level : level + 0.5 / 255, color.w])
    } else {
      // A document must not look different; a change of its root's position moves nothing.
      scene.root.position.x += 1
    }
  }

  /// The number of layers in the tree, masks included.
  var layerCount: Int {
    var count = 0
    var open = [scene.root]
    while let layer = open.popLast() {
      count += 1
      open.append(contentsOf: layer.sublayers ?? [])
      if let mask = layer.mask { open.append(mask) }
    }
    return count
  }
}
