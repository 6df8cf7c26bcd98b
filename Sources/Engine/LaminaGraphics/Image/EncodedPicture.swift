// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem
internal import Synchronization

/// An encoded picture of a document, which is decoded when its pixels are needed.
///
/// The picture is decoded by the first thread that asks for it; other threads wait. The decoded picture is reused as
/// long as it has an owner, such as a plan, or ``DecodedPictures`` has room for it.
package final class EncodedPicture: Sendable {
  /// The reason why there are no pixels.
  package struct Problem: Error, Sendable {
    /// A stable name for the kind of problem.
    package var code: String
    /// The rest of the message, after the name of the picture.
    package var reason: String
    /// Whether the machine lacked a resource, so that the next attempt may succeed.
    package var isShortage: Bool

    package init(code: String, reason: String, isShortage: Bool = false) {
      (self.code, self.reason, self.isShortage) = (code, reason, isShortage)
    }
  }

  /// A picture with its pixels.
  package struct Decoded: Sendable {
    package var image: CGImage
    /// Features of the picture that are not supported.
    package var diagnostics: [Diagnostic]
    /// Whether this call decoded the picture.
    package var isNew: Bool
  }

  private struct State {
    weak var image: CGImage?
    var diagnostics: [Diagnostic] = []
    var problem: Problem?
    var decodes = 0
  }

  /// The name of the picture in messages.
  package let name: String
  /// The header of the file when the document was read.
  package let header: ImageHeader
  /// Whether its bytes are in a file that has to be opened again.
  package let isInFile: Bool
  /// The document, whose pictures share a limit.
  package let document: PictureDocument
  /// The number of the picture, and of the picture that is decoded from it.
  package let serial = CGImage.nextSerial
  private let read: @Sendable () throws(Problem) -> [UInt8]
  private let state = Locked(State())

  /// Makes a picture of a file whose header was read.
  ///
  /// - Parameters:
  ///   - name: The name of the picture in messages.
  ///   - isInFile: Whether `read` opens a file.
  ///   - read: Reads the whole file; one thread at a time calls it for all pictures of a document.
  package init(
    name: String, header: ImageHeader, of document: PictureDocument, isInFile: Bool,
    read: @escaping @Sendable () throws(Problem) -> [UInt8]
  ) {
    (self.name, self.header, self.document, self.isInFile, self.read) = (name, header, document, isInFile, read)
  }

  /// The number of times that the picture was decoded.
  package var decodes: Int { state.withLock { $0.decodes } }

  /// The bytes of its file.
  package func fileBytes() throws(Problem) -> [UInt8] {
    try document.reading.withLock { _ throws(Problem) in try read() }
  }

  /// The picture with its pixels.
  ///
  /// - Throws: For damage and changed files, the same error at each call, without another attempt; for a shortage, an
  ///   error for this call only.
  package func decoded() throws(Problem) -> Decoded {
    let result = state.withLock { state -> Result<Decoded, Problem> in
      if let problem = state.problem { return .failure(problem) }
      if let image = state.image {
        return .success(Decoded(image: image, diagnostics: state.diagnostics, isNew: false))
      }
      return Result { () throws(Problem) in
        do throws(Problem) {
          let found = try decode()
          (state.image, state.diagnostics) = (found.image, found.diagnostics)
          state.decodes += 1
          return found
        } catch {
          if !error.isShortage { state.problem = error }
          throw error
        }
      }
    }
    let found = try result.get()
    DecodedPictures.shared.keep(found.image, of: document)
    return found
  }

  private func decode() throws(Problem) -> Decoded {
    let bytes = try fileBytes()
    do throws(GraphicsError) {
      let decoder = ImageDecoder(maximumPixels: header.width * header.height, maximumFileBytes: .max)
      let found = try decoder.decode(bytes, serial: serial)
      guard found.image.width == header.width, found.image.height == header.height else {
        throw .malformedImage(found.format, reason: "its size is not the one that its header says")
      }
      return Decoded(image: found.image, diagnostics: found.diagnostics, isNew: true)
    } catch {
      let isShortage = if case .outOfMemory = error { true } else { false }
      throw Problem(code: "bad-image", reason: "cannot be drawn: \(error)", isShortage: isShortage)
    }
  }
}

/// The state that all encoded pictures of a document share.
package final class PictureDocument: Sendable {
  /// The most memory of pictures that are decoded at the same time, bytes.
  package let limit: Int
  /// Files and archives are read by one thread at a time.
  let reading = Locked(())

  /// - Parameter limit: The most memory of pictures that are decoded at the same time, bytes.
  package init(limit: Int) { self.limit = max(limit, 0) }

  deinit { DecodedPictures.shared.removeAll(of: ObjectIdentifier(self)) }
}
