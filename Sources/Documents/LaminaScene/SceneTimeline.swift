// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The frames that a document was made for.
///
/// Frame f is shown at the time (f - first frame) / frame rate of the scene's root.
public struct SceneTimeline: Hashable, Sendable {
  /// A frame with a name.
  public struct Marker: Hashable, Sendable {
    /// The name of the marker.
    public var name: String
    /// The frame at which the marker begins.
    public var frame: Double
    /// The length of the marked part, in frames.
    public var duration: Double

    /// Makes a marker.
    public init(name: String, frame: Double, duration: Double = 0) {
      self.name = name
      self.frame = frame
      self.duration = duration
    }
  }

  /// The first frame.
  public var firstFrame: Double
  /// The frame after the last one.
  public var endFrame: Double
  /// The number of frames per second.
  ///
  /// - Range: above 0.
  public var frameRate: Double
  /// The frames that have names, in document order.
  public var markers: [Marker]

  /// Makes a timeline.
  public init(firstFrame: Double, endFrame: Double, frameRate: Double, markers: [Marker] = []) {
    self.firstFrame = firstFrame
    self.endFrame = endFrame
    self.frameRate = frameRate
    self.markers = markers
  }

  /// The length of the timeline.
  ///
  /// - Units: seconds.
  public var duration: TimeInterval { (endFrame - firstFrame) / frameRate }

  /// The time at which a frame is shown.
  public func time(ofFrame frame: Double) -> TimeInterval { (frame - firstFrame) / frameRate }

  /// The time at a fraction of the timeline.
  public func time(atProgress progress: Double) -> TimeInterval { progress * duration }

  /// The time of the first marker with a name; `nil` where there is none.
  public func time(ofMarker name: String) -> TimeInterval? {
    markers.first { $0.name == name }.map { time(ofFrame: $0.frame) }
  }
}
