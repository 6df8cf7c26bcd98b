// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A scene's timeline as an attribute of a document's outermost element, `lamina_timeline`: first frame, end and rate
/// in the first line, then one line for each marker, with its frame, its duration and its name.
///
/// The attribute is Lamina's own: other readers ignore it, and draw the same at the same time.
enum TimelineText {
  /// Returns the text of a timeline.
  static func text(of timeline: SceneTimeline) -> String {
    let head = ValueText.numbers(timeline.firstFrame, timeline.endFrame, timeline.frameRate)
    let markers = timeline.markers.map { marker in
      let name = marker.name.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
      return "\n\(ValueText.numbers(marker.frame, marker.duration)) \(name)"
    }
    return head + markers.joined()
  }

  /// Returns the timeline of a text; `nil` for an invalid text.
  static func timeline(of text: String) -> SceneTimeline? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = (lines.first ?? "").split(separator: " ").map { Double($0) ?? .nan }
    guard head.count == 3, head.allSatisfy(\.isFinite), head[2] > 0, head[1] > head[0] else { return nil }
    var markers: [SceneTimeline.Marker] = []
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let frame = Double(parts[0]), let duration = Double(parts[1]), frame.isFinite,
        duration.isFinite
      else { return nil }
      markers.append(SceneTimeline.Marker(name: unescaped(parts[2]), frame: frame, duration: duration))
    }
    return SceneTimeline(firstFrame: head[0], endFrame: head[1], frameRate: head[2], markers: markers)
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
