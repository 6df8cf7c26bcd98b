// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The pictures of a plan, each once, decoded if the plan is drawn.
struct ImageTable {
  private(set) var images: [CGImage] = []
  private var handles: [ObjectIdentifier: ImageHandle] = [:]
  private var last: (address: UnsafeRawPointer?, handle: ImageHandle) = (nil, .none)
  /// The results of decoding pictures. The keys belong to the snapshot, which keeps the pictures alive.
  private var decoded: [ObjectIdentifier: CGImage?] = [:]
  /// Whether encoded pictures are not decoded, because only their sizes are needed.
  var keepsEncoded = false
  /// The number of pictures that were decoded for the plan.
  private(set) var decodes = 0
  /// The memory of the decoded pictures in bytes, by the serial numbers of the pictures.
  private var costs: [Int: Int] = [:]
  /// The memory of all decoded pictures together; bytes.
  private(set) var decodedBytes = 0
  /// The greatest memory that decoded pictures may take together, the least of their documents' limits; bytes.
  private(set) var decodedLimit = Int.max

  /// Whether pictures were decoded for the table, or found to be decoded.
  var hasDecoded: Bool { decodes > 0 || !costs.isEmpty || decodedLimit < .max }

  subscript(image: ImageHandle) -> CGImage { images[image.index] }

  /// The handle of a picture; `nil` if the picture is not in the table.
  func known(_ image: CGImage) -> ImageHandle? { handles[ObjectIdentifier(image)] }

  /// The handle of a picture, which is added if it is new.
  ///
  /// Neighbouring layers often share a picture, so the last one is found without hashing.
  mutating func handle(of picture: Unmanaged<CGImage>) -> ImageHandle {
    let address = UnsafeRawPointer(picture.toOpaque())
    if address == last.address { return last.handle }
    let image = picture.takeUnretainedValue()
    var handle = ImageHandle(images.count)
    if let known = handles[ObjectIdentifier(image)] {
      handle = known
    } else {
      // The contents of layers are already decoded; this decodes pictures from other sources.
      images.append(keepsEncoded ? image : image.drawable)
      handles[ObjectIdentifier(image)] = handle
    }
    last = (address, handle)
    return handle
  }

  /// Whether pictures have some handles; those in front of the first that has another one are added if they are new.
  ///
  /// - Parameter known: The handles; `nil` for those that count from 0 on.
  mutating func haveHandles(_ pictures: [CGImage], _ known: [ImageHandle]?) -> Bool {
    for index in pictures.indices {
      guard handle(of: .passUnretained(pictures[index])) == known?[index] ?? ImageHandle(index) else { return false }
    }
    return true
  }

  /// The decoded picture, which the table keeps alive.
  ///
  /// - Parameter report: Receives the problems of a picture when it is decoded for the first time.
  /// - Returns: The picture; `nil` if it cannot be decoded.
  /// - Throws: The shortage, if the machine lacked a resource to decode the picture.
  mutating func decoded(
    _ image: CGImage, _ report: ([Diagnostic]) -> Void
  ) throws(EncodedPicture.Problem) -> CGImage? {
    guard let encoded = image.encoded, !keepsEncoded else { return image }
    if let known = decoded[ObjectIdentifier(image)] { return known }
    var result: CGImage?
    do throws(EncodedPicture.Problem) {
      let (bytes, limit) = (encoded.header.decodedBytes, encoded.document.limit)
      guard bytes <= limit - min(decodedBytes, limit) else {
        throw EncodedPicture.Problem(
          code: "image-limit",
          reason: "cannot be drawn: with it, the pictures of this moment take more than the limit of \(limit) bytes")
      }
      let found = try encoded.decoded()
      decodedLimit = min(decodedLimit, limit)
      note(bytes, of: found.image.serial)
      if found.isNew { decodes += 1 }
      result = found.image
      _ = handle(of: .passUnretained(found.image))
      report(
        found.diagnostics.map { Diagnostic($0.severity, code: $0.code, message: "\(encoded.name): \($0.message)") })
    } catch {
      if error.isShortage { throw error }
      report([Diagnostic(code: error.code, message: "the picture \(encoded.name) \(error.reason)")])
    }
    decoded[ObjectIdentifier(image)] = .some(result)
    return result
  }

  /// Counts the pictures that the table of a chunk decoded.
  mutating func count(_ chunk: ImageTable, isNew: Bool) {
    if isNew { decodes += chunk.decodes }
    decodedLimit = min(decodedLimit, chunk.decodedLimit)
    for (serial, bytes) in chunk.costs { note(bytes, of: serial) }
  }

  private mutating func note(_ bytes: Int, of serial: Int) {
    if costs.updateValue(bytes, forKey: serial) == nil { decodedBytes += bytes }
  }
}

extension CGImage {
  /// The decoded picture, which is clear if it cannot be decoded.
  fileprivate var drawable: CGImage {
    guard let encoded else { return self }
    if let found = try? encoded.decoded() { return found.image }
    return CGImage(width: width, height: height, premultipliedRGBA: bytes, isOpaque: false)
  }
}
