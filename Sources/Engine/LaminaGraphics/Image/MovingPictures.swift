// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import Synchronization

/// Pictures that follow one another in time, such as those of a video.
///
/// A ``CGImage`` can stand for moving pictures: wherever a layer's contents are such an image, a snapshot shows the
/// picture for the layer's own time instead. So all features of contents apply to moving pictures, and neither plans
/// nor renderers need to know them.
package protocol MovingPictures: AnyObject, Sendable {
  /// The picture at a time.
  ///
  /// The same object is returned for all times at which the same picture shows.
  ///
  /// - Parameters:
  ///   - time: The time of the layer that shows it. Seconds.
  ///   - isExact: Whether the picture has to be the one for `time`; otherwise any picture of the same size is enough,
  ///     for plans that are used only for the places of layers.
  func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture
  /// The time after which the pictures repeat or end; one cycle of a layer that repeats. Seconds; 0 where there is
  /// nothing to show.
  var duration: TimeInterval { get }
  /// The file of the pictures; `nil` where there is none.
  var file: String? { get }
  /// A text that identifies the pictures, for films that are made in parts.
  var identity: String { get }
}

/// The picture to show at a time.
package struct MovingPicture: Sendable {
  /// A problem with the picture.
  package struct Problem: Sendable {
    /// A stable name for the kind of problem.
    package var code: String
    /// A message of one sentence.
    package var message: String

    package init(code: String, message: String) {
      (self.code, self.message) = (code, message)
    }
  }

  /// The picture; `nil` where there is nothing to show.
  package var image: CGImage?
  package var problem: Problem?

  package init(_ image: CGImage?, problem: Problem? = nil) {
    (self.image, self.problem) = (image, problem)
  }
}

extension CGImage {
  /// Whether any picture of this process ever stood for moving pictures: otherwise no image has to be checked.
  package static var standsForMovingPictures: Bool { movingWereMade.load(ordering: .relaxed) }
  private static let movingWereMade = Atomic(false)

  /// Makes a picture of straight red, green, blue and alpha, which it premultiplies in place.
  ///
  /// - Returns: `nil` when a side is below 1 or above 2^24, or the number of bytes is wrong.
  package convenience init?(width: Int, height: Int, straightRGBA: inout [UInt8]) {
    Premultiplication.premultiply(&straightRGBA)
    self.init(width: width, height: height, premultipliedRGBA: straightRGBA)
  }

  /// Makes a transparent picture of one pixel that stands for moving pictures.
  package convenience init(standingFor moving: any MovingPictures) {
    Self.movingWereMade.store(true, ordering: .relaxed)
    self.init(width: 1, height: 1, bytes: [0, 0, 0, 0], bytesPerPixel: 4, isOpaque: false, moving: moving)
  }
}
