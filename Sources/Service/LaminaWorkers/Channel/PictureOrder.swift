// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina
package import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

/// The body of a message that has a worker draw a picture.
package struct PictureOrder: Sendable, Codable {
  /// The picture.
  package var request: SceneRequest
  /// The name of the document's bytes, with all files that it may name; two documents never have the same. A worker
  /// that drew it before may keep the tree. `nil` for a document without such a name.
  package var identity: String?
  /// The document, if it is in memory; it stays with the parent.
  private(set) var upload: DocumentUpload?
  /// The files of a document in memory, if they are few.
  private(set) var names: UploadNames?

  private enum CodingKeys: CodingKey { case request, identity, names }

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - request: The picture.
  ///   - upload: The document with all files that it and values may name; `nil` for one on the disk.
  ///   - identity: The name of the document's bytes.
  package init(_ request: SceneRequest, in upload: DocumentUpload? = nil, identity: String? = nil) {
    (self.request, self.upload, self.identity) = (request, upload, identity)
    if let all = upload.map(UploadNames.init), all.areFew { names = all }
  }

  /// Answers the worker's questions about files.
  func answers() -> any FileAnswers {
    if let upload { UploadGrant(upload, videos: VideoDesk(request.options.limits)) } else { FileGrant(request) }
  }
}

/// The size of a picture that a worker is about to hand over, and the layout of its pixels.
package struct MemoryWish: Equatable, Codable {
  package var width: Int
  package var height: Int
  /// `nil` for premultiplied RGBA.
  package var layout: FrameLayout?

  /// Makes a wish.
  package init(width: Int, height: Int, layout: FrameLayout? = nil) {
    (self.width, self.height, self.layout) = (width, height, layout)
  }

  /// Bytes of the pixels, where the sides are those that a picture may have.
  var byteCount: Int { layout?.byteCount(of: size) ?? 4 * size.area }
  /// The sides.
  var size: PixelSize { PixelSize(width: width, height: height) }
}

/// A worker's report of a picture whose pixels are in the memory that it was given.
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

/// A worker's first message, when its restrictions are in force.
struct Introduction: Codable {
  /// What is not protected on this system.
  var gaps: [String]
}
