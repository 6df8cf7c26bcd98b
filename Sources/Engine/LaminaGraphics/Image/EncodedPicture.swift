// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Synchronization

/// A picture of a document in its file, which is decoded when something needs its pixels.
///
/// It is decoded by the first thread that asks; others wait for that. What was decoded is found again as long as a plan
/// or somebody else holds it, or ``DecodedPictures`` has room for it.
package final class EncodedPicture: Sendable {
  /// Why there are no pixels.
  package struct Problem: Error, Sendable {
    /// A stable name for the kind.
    package var code: String
    /// What is said about the picture, behind its name.
    package var reason: String
    /// Whether the machine lacked something, so that the next attempt may go well.
    package var isShortage: Bool

    package init(code: String, reason: String, isShortage: Bool = false) {
      (self.code, self.reason, self.isShortage) = (code, reason, isShortage)
    }
  }

  /// A picture with its pixels.
  package struct Decoded: Sendable {
    package var image: CGImage
    /// What the picture asks for and did not get.
    package var diagnostics: [Diagnostic]
    /// Whether it was decoded for this question.
    package var isNew: Bool
  }

  private struct State {
    weak var image: CGImage?
    var diagnostics: [Diagnostic] = []
    var problem: Problem?
    var decodes = 0
  }

  /// What messages call it.
  package let name: String
  /// What its file said when the document was read.
  package let header: ImageHeader
  /// Whether its bytes are in a file that has to be opened again.
  package let isInFile: Bool
  /// Whose pictures share a limit with it.
  package let document: PictureDocument
  /// The number of the picture, and of what is decoded from it.
  let serial = CGImage.nextSerial
  private let read: @Sendable () throws(Problem) -> [UInt8]
  private let state = Locked(State())

  /// Makes a picture of a file whose header was read.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - isInFile: Whether `read` opens a file.
  ///   - read: Reads the whole file; one thread at a time calls it for all pictures of a document.
  package init(
    name: String, header: ImageHeader, of document: PictureDocument, isInFile: Bool,
    read: @escaping @Sendable () throws(Problem) -> [UInt8]
  ) {
    (self.name, self.header, self.document, self.isInFile, self.read) = (name, header, document, isInFile, read)
  }

  /// How often it was decoded.
  package var decodes: Int { state.withLock { $0.decodes } }

  /// The bytes of its file.
  package func fileBytes() throws(Problem) -> [UInt8] {
    try document.reading.withLock { _ throws(Problem) in try read() }
  }

  /// The picture with its pixels.
  ///
  /// - Throws: Damage and files that changed each time, without another look; what the machine lacked only this time.
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

/// What the encoded pictures of a document have in common.
package final class PictureDocument: Sendable {
  /// The most that pictures take that are decoded at the same time, bytes.
  package let limit: Int
  /// Files and archives are read by one thread at a time.
  let reading = Locked(())

  /// - Parameter limit: The most that pictures take that are decoded at the same time, bytes.
  package init(limit: Int) { self.limit = max(limit, 0) }

  deinit { DecodedPictures.shared.removeAll(of: ObjectIdentifier(self)) }
}
