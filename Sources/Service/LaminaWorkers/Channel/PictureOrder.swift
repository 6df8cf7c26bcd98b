// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina
package import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

/// The body of a message that tells a worker to draw a picture.
package struct PictureOrder: Sendable, Codable {
  /// The picture.
  package var request: SceneRequest
  /// A name for the bytes of the document and of all files that it may refer to, unique to them. A worker that drew the
  /// document before may keep its layer tree under this name. `nil` for a document without such a name.
  package var identity: String?
  /// The document, if it is in memory; it is not sent to the worker.
  private(set) var upload: DocumentUpload?
  /// The paths of the files of a document in memory, if they are few enough to send.
  private(set) var names: UploadNames?

  private enum CodingKeys: CodingKey { case request, identity, names }

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - request: The picture.
  ///   - upload: The document with all files that it and assigned values may refer to; `nil` for a document on disk.
  ///   - identity: The name for the document's bytes.
  package init(_ request: SceneRequest, in upload: DocumentUpload? = nil, identity: String? = nil) {
    (self.request, self.upload, self.identity) = (request, upload, identity)
    if let all = upload.map(UploadNames.init), all.areFew { names = all }
  }

  /// The object that answers the worker's questions about files.
  func answers() -> any FileAnswers {
    if let upload { UploadGrant(upload, videos: VideoDesk(request.options.limits)) } else { FileGrant(request) }
  }
}

/// A worker's request for memory: the size of a picture that it is about to hand over, and the layout of its pixels.
package struct MemoryWish: Equatable, Codable {
  package var width: Int
  package var height: Int
  /// `nil` for premultiplied RGBA.
  package var layout: FrameLayout?

  /// Makes a wish.
  package init(width: Int, height: Int, layout: FrameLayout? = nil) {
    (self.width, self.height, self.layout) = (width, height, layout)
  }

  /// The number of bytes of the pixels; valid where the sides are within the limits of a picture.
  var byteCount: Int { layout?.byteCount(of: size) ?? 4 * size.area }
  /// The sides.
  var size: PixelSize { PixelSize(width: width, height: height) }
}

/// A worker's report of a picture whose pixels are in the shared memory.
struct DrawnReport: Codable {
  var renderer: String
  var reason: String?
  var timings: RenderTimings
  var statistics: RenderStatistics
  var diagnostics: [Diagnostic]

  init(_ result: RenderResult, by renderer: Renderer) {
    (self.renderer, reason) = (renderer.description, renderer.reason)
    (timings, statistics, diagnostics) = (result.timings, result.statistics, result.diagnostics)
  }
}

/// A worker's first message, sent when its sandbox is in force.
struct Introduction: Codable {
  /// The protections that this system lacks.
  var gaps: [String]
}
