// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaSystem

/// The pictures of one document: finds, checks and decodes each picture once.
final class ImageLibrary {
  private let folder: ResourceFolder
  private let limits: SceneLimits
  private let budget: ImageBudget
  private let videos: VideoOpener?
  /// The maximum number of names: it keeps a hostile document from looking up a million files.
  private static let nameLimit = 100_000
  private var byName: [String: Result<Picture, ValueProblem>] = [:]
  /// The first failure to get memory or files from the system for a picture: then the scene is not read, since the next
  /// attempt may show pictures that this one would leave out.
  private(set) var shortage: SceneError?
  private var byFile: [String: (file: ResourceFile, picture: Result<Picture, ValueProblem>)] = [:]

  /// The files of the pictures that were read from files, by picture.
  var sources: [ObjectIdentifier: PictureSource] {
    var result: [ObjectIdentifier: PictureSource] = [:]
    for (file, loaded) in byFile.values {
      if let image = try? loaded.get().image {
        result[ObjectIdentifier(image)] = PictureSource(image: image, file: file)
      }
    }
    return result
  }

  /// A decoded picture, and the decoder's diagnostics.
  struct Picture {
    var image: CGImage
    var diagnostics: [Diagnostic]
  }

  init(folder: ResourceFolder, limits: SceneLimits, budget: ImageBudget, videos: VideoOpener? = nil) {
    self.videos = videos
    self.folder = folder
    self.limits = limits
    self.budget = budget
  }

  /// Returns the picture that a document calls `name`: a file in its folder, or a `data:` URI.
  ///
  /// - Parameter isDeferred: Whether the picture is decoded when a frame needs it, so that only its header is read now.
  ///   A picture that was decoded before is returned as it is.
  func picture(named name: String, isDeferred: Bool = false) throws(ValueProblem) -> Picture {
    var result = byName[name]
    if result == nil {
      guard byName.count < Self.nameLimit else {
        throw ValueProblem("is a picture beyond the limit of \(Self.nameLimit)", code: "image-limit")
      }
      result = load(name, isDeferred: isDeferred)
      byName[name] = result
    }
    guard let picture = try result?.get() else { throw ValueProblem("is no picture", code: "bad-image") }
    guard !isDeferred, let encoded = picture.image.encoded else { return picture }
    do throws(EncodedPicture.Problem) {
      return Picture(image: picture.image, diagnostics: try encoded.decoded().diagnostics)
    } catch {
      if error.isShortage { shortage = shortage ?? .unreadable(path: name, reason: error.reason) }
      throw ValueProblem(error.reason, code: error.code)
    }
  }

  private func load(_ name: String, isDeferred: Bool) -> Result<Picture, ValueProblem> {
    Result { () throws(ValueProblem) in
      guard !ReadingTime.isOver else { throw ValueProblem("comes when there is no time left", code: "image-limit") }
      if name.prefix(5).lowercased() == "data:" {
        let bytes = try DataURI.bytes(of: name)
        if VideoSignature.recognizes(bytes) {
          throw ValueProblem(
            "is a video inside of the document, which has to be a file beside it to be shown", code: "bad-video")
        }
        if isDeferred { return try deferred(bytes, named: "a picture in the document", isInFile: false) { bytes } }
        return try decode(bytes, named: "a picture in the document")
      }
      let file = try folder.file(named: name)
      if let known = byFile[file.identity] { return try known.picture.get() }
      let result = Result { () throws(ValueProblem) in try picture(of: file, named: name, isDeferred: isDeferred) }
      byFile[file.identity] = (file, result)
      return try result.get()
    }
  }

  private func picture(of file: ResourceFile, named name: String, isDeferred: Bool) throws(ValueProblem) -> Picture {
    if case .disk(let path) = file, let image = try CGImage.video(at: path, opener: videos) {
      return Picture(image: image, diagnostics: [])
    }
    let (bytes, stamp) = try contents(of: file, named: name)
    if VideoSignature.recognizes(bytes) { return Picture(image: try video(bytes, named: name), diagnostics: []) }
    guard isDeferred else { return try decode(bytes, named: name) }
    // The caller that reads the document decides how its files are opened, also later.
    let (limit, files) = (limits.imageFileBytes, DocumentAccess.files)
    return try deferred(bytes, named: "'\(shortened(name))'", isInFile: file.isOnDisk) {
      () throws(EncodedPicture.Problem) in
      let found = DocumentAccess.$files.withValue(files) {
        Result { () throws(BoundedFile.Problem) in try file.readStamped(limit: limit) }
      }
      do {
        let (bytes, now) = try found.get()
        guard now == stamp else {
          throw EncodedPicture.Problem(code: "bad-image", reason: "has changed since the document was read")
        }
        return bytes
      } catch let problem as BoundedFile.Problem {
        throw problem.ofPicture(limit: limit)
      } catch let problem as EncodedPicture.Problem {
        throw problem
      } catch {
        throw EncodedPicture.Problem(code: "missing-file", reason: "cannot be read: \(error)")
      }
    }
  }

  /// A picture that is decoded when a frame needs it. Each such picture may take all of the memory for pictures, since
  /// the other ones can be released meanwhile.
  private func deferred(
    _ bytes: [UInt8], named name: String, isInFile: Bool,
    read: @escaping @Sendable () throws(EncodedPicture.Problem) -> [UInt8]
  ) throws(ValueProblem) -> Picture {
    let most = min(limits.imagePixels, budget.document.limit / 4)
    return try converting(to: { problem(of: $0, named: name, left: "the \(most) for pictures of this document") }) {
      () throws(GraphicsError) in
      let header = try ImageDecoder(maximumPixels: most).header(of: bytes)
      let encoded = EncodedPicture(name: name, header: header, of: budget.document, isInFile: isInFile, read: read)
      return Picture(image: CGImage(encoded), diagnostics: [])
    }
  }

  private func contents(
    of file: ResourceFile, named name: String
  ) throws(ValueProblem) -> (bytes: [UInt8], stamp: BoundedFile.Stamp?) {
    do {
      return try file.readStamped(limit: limits.imageFileBytes)
    } catch {
      switch error {
      case .notFound: throw ValueProblem("names a file that does not exist", code: "missing-file")
      case .notRegular: throw ValueProblem("names something that is not a file", code: "refused-file")
      case .tooLong:
        throw ValueProblem("is a file longer than the limit of \(limits.imageFileBytes) bytes", code: "image-limit")
      case .shortage(let reason):
        shortage = shortage ?? .unreadable(path: name, reason: reason)
        throw ValueProblem("cannot be read: \(reason)", code: "missing-file")
      case .system(let reason): throw ValueProblem("cannot be read: \(reason)", code: "missing-file")
      }
    }
  }

  /// The placeholder for a video of an archive, which is kept in memory.
  private func video(_ bytes: [UInt8], named name: String) throws(ValueProblem) -> CGImage {
    let left = max(limits.decodedImageBytes - budget.decodedBytes, 0)
    guard bytes.count <= left else {
      throw ValueProblem(
        "is a video of \(bytes.count) bytes in an archive, over the \(left) left for this document", code: "image-limit"
      )
    }
    let image = try CGImage.video(videos) { $0.openBytes(bytes, name) }
    budget.decodedBytes += bytes.count
    return image
  }

  /// Decodes a picture within the memory that is left for all pictures.
  private func decode(_ bytes: [UInt8], named name: String) throws(ValueProblem) -> Picture {
    let left = max(limits.decodedImageBytes - budget.decodedBytes, 0) / 4
    let decoder = ImageDecoder(
      maximumPixels: min(limits.imagePixels, left), maximumFileBytes: limits.imageFileBytes)
    do {
      let decoded = try decoder.decode(bytes)
      budget.decodedBytes += 4 * decoded.image.width * decoded.image.height
      return Picture(image: decoded.image, diagnostics: decoded.diagnostics)
    } catch {
      throw problem(of: error, named: name, left: "the \(left) left for this document")
    }
  }

  private func problem(of error: GraphicsError, named name: String, left: String) -> ValueProblem {
    if case .outOfMemory = error { shortage = shortage ?? .unreadable(path: name, reason: "\(error)") }
    if case .imageTooLarge(let width, let height, let limit) = error {
      let whose = limit == limits.imagePixels ? "the limit of \(limit)" : left
      return ValueProblem("cannot be drawn: its \(width) x \(height) pixels are over \(whose)", code: "image-limit")
    }
    return ValueProblem("cannot be drawn: \(error)", code: "bad-image")
  }
}

extension BoundedFile.Problem {
  /// The same problem, of a picture whose file was read before.
  fileprivate func ofPicture(limit: Int) -> EncodedPicture.Problem {
    switch self {
    case .notFound: EncodedPicture.Problem(code: "missing-file", reason: "names a file that does not exist any more")
    case .notRegular: EncodedPicture.Problem(code: "refused-file", reason: "names something that is no file any more")
    case .tooLong:
      EncodedPicture.Problem(code: "image-limit", reason: "is a file longer than the limit of \(limit) bytes")
    case .shortage(let reason):
      EncodedPicture.Problem(code: "missing-file", reason: "cannot be read: \(reason)", isShortage: true)
    case .system(let reason): EncodedPicture.Problem(code: "missing-file", reason: "cannot be read: \(reason)")
    }
  }
}

extension CGImage {
  /// The placeholder for the video in a file; `nil` for a file that is no video.
  static func video(at path: String, opener: VideoOpener?) throws(ValueProblem) -> CGImage? {
    guard VideoSignature.recognizes(BoundedFile.beginning(of: path, count: VideoSignature.length)) else { return nil }
    return try video(opener) { $0.open(path) }
  }

  /// The placeholder for the video that an opener opens.
  fileprivate static func video(
    _ opener: VideoOpener?, _ open: (VideoOpener) -> Result<any MovingPictures, VideoOpener.Refusal>
  ) throws(ValueProblem) -> CGImage {
    guard let opener else {
      throw ValueProblem(
        "is a video, and videos are not shown where documents are read by themselves", code: "bad-video")
    }
    switch open(opener) {
    case .success(let moving): return CGImage(standingFor: moving)
    case .failure(let refusal): throw ValueProblem(refusal.reason, code: "bad-video")
    }
  }
}

/// The memory that all pictures of a scene take: a scene may be made of several documents.
final class ImageBudget {
  var decodedBytes = 0
  /// The limit of pictures that are decoded later.
  let document: PictureDocument

  init(_ limits: SceneLimits) { document = PictureDocument(limit: limits.decodedImageBytes) }
}
