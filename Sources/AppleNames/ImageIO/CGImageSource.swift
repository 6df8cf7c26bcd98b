// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Image I/O's interface for reading pictures, based on `ImageDecoder`.

public import Foundation
public import LaminaCoreFoundation
internal import LaminaGeometry
public import LaminaGraphics
import LaminaSystem
internal import Synchronization

/// The state of reading a source.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The data ends too early.
  case statusUnexpectedEOF = -5
  /// The data is damaged.
  case statusInvalidData = -4
  /// The data is no picture of a known format.
  case statusUnknownType = -3
  /// The header has not been read yet.
  case statusReadingHeader = -2
  /// The data is not complete yet.
  case statusIncomplete = -1
  /// The data is complete.
  case statusComplete = 0
}

/// A picture's file or data, decoded when it is needed.
///
/// PNG, JPEG and WebP are decoded, with 8 bits a component in sRGB, upright. An animation is read as its first frame.
public final class CGImageSource: Sendable {
  private struct State {
    var bytes: [UInt8]
    var isComplete: Bool
    var decoded: Result<DecodedImage, GraphicsError>?
  }

  private let state: Locked<State>

  init(bytes: [UInt8], isComplete: Bool = true) {
    state = Locked(State(bytes: bytes, isComplete: isComplete))
  }

  /// The picture in the data; decoded at the first call.
  private var decoded: Result<DecodedImage, GraphicsError> {
    state.withLock { state in
      if let decoded = state.decoded { return decoded }
      let bytes = state.bytes
      let result = Result<DecodedImage, GraphicsError> { () throws(GraphicsError) in try ImageDecoder().decode(bytes) }
      state.decoded = result
      return result
    }
  }

  var picture: DecodedImage? { try? decoded.get() }

  /// The format, recognised by the first bytes.
  var format: ImageFormat? { state.withLock { try? ImageFormat.recognize($0.bytes) } }

  /// Features of the data that are not supported; see `DecodedImage/diagnostics`. Empty when the data cannot be
  /// decoded.
  public var diagnostics: [Diagnostic] { picture?.diagnostics ?? [] }

  /// The reason why there is no picture; `nil` where there is a picture.
  public var error: GraphicsError? {
    if case .failure(let error) = decoded { error } else { nil }
  }

  func update(_ bytes: [UInt8], isComplete: Bool) {
    state.withLock { $0 = State(bytes: bytes, isComplete: isComplete) }
  }

  /// Frees the decoded picture.
  func forget() { state.withLock { $0.decoded = nil } }

  var status: CGImageSourceStatus {
    let (isEmpty, isComplete) = state.withLock { ($0.bytes.isEmpty, $0.isComplete) }
    if isEmpty { return isComplete ? .statusUnknownType : .statusReadingHeader }
    guard format != nil else { return .statusUnknownType }
    guard isComplete else { return .statusIncomplete }
    switch error {
    case nil: return .statusComplete
    case .malformedImage(_, let reason) where reason.contains("too early"): return .statusUnexpectedEOF
    default: return .statusInvalidData
    }
  }
}

/// Makes a source of data.
///
/// - Parameters:
///   - data: The bytes of a picture's file. Other bytes make a source without pictures.
///   - options: Ignored.
/// - Returns: Never `nil`; optional as in Apple's interface.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(bytes: Array(data))
}

/// Makes a source of a provider's bytes; see ``CGImageSourceCreateWithData(_:_:)``.
///
/// - Parameters:
///   - provider: The bytes.
///   - options: Ignored.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource?
{
  provider.data.map { CGImageSource(bytes: Array($0)) }
}

/// Makes a source of a file, which is read at once.
///
/// - Parameters:
///   - url: A regular file of at most 2^30 bytes.
///   - options: Ignored.
/// - Returns: `nil` when it cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard url.isFileURL, let bytes = try? InputFile(url.path).read(limit: 1 << 30) else { return nil }
  return CGImageSource(bytes: bytes)
}

/// Makes a source whose data arrives in pieces, with ``CGImageSourceUpdateData(_:_:_:)``.
///
/// - Parameter options: Ignored.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
  CGImageSource(bytes: [], isComplete: false)
}

/// Passes all the data received so far to a source.
///
/// - Parameters:
///   - isrc: The source.
///   - data: All of the data, not only the new part.
///   - final: Whether the data is complete. Before, there are no pictures unless the data is whole.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.update(Array(data), isComplete: final)
}

/// The number of pictures: 1, or 0 when the data is no picture of a format that is decoded.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.format == nil ? 0 : 1 }

/// The index of the primary picture: 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// The type of the data, such as `public.png`; `nil` for a format that is not decoded.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> String? { isrc.format?.typeIdentifier }

/// The state of reading the source.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// The state of reading a picture of the source; see ``CGImageSourceGetStatus(_:)``.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  index == 0 ? isrc.status : .statusUnknownType
}

/// The types of sources.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageFormat.allCases.map(\.typeIdentifier) }

/// A picture of the source, upright.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The index of the picture: 0.
///   - options: ``kCGImageSourceSubsampleFactor`` of 2, 4 or 8 divides the longer side by the factor, rounded up, and
///     reduces the other in proportion; other factors and options are ignored.
/// - Returns: `nil` for another index, and when it cannot be decoded; then ``CGImageSource/error`` has the reason.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
  guard index == 0, let image = isrc.picture?.image else { return nil }
  guard let factor = options?.number(kCGImageSourceSubsampleFactor), [2, 4, 8].contains(factor) else { return image }
  return image.reduced(toSide: (Double(max(image.width, image.height)) / factor).rounded(.up))
}

/// A smaller picture.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The index of the picture: 0.
///   - options: ``kCGImageSourceThumbnailMaxPixelSize`` is the length of the longer side; without it the picture keeps
///     its size. As files' own small pictures are not read, ``kCGImageSourceCreateThumbnailFromImageAlways`` or
///     ``kCGImageSourceCreateThumbnailFromImageIfAbsent`` has to be true.
/// - Returns: `nil` for another index, without one of the two options, and when it cannot be decoded.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  let wanted = [kCGImageSourceCreateThumbnailFromImageAlways, kCGImageSourceCreateThumbnailFromImageIfAbsent]
  guard index == 0, wanted.contains(where: { options?.flag($0) == true }), let image = isrc.picture?.image else {
    return nil
  }
  guard let side = options?.number(kCGImageSourceThumbnailMaxPixelSize) else { return image }
  return image.reduced(toSide: side)
}

/// The properties of the data: none beyond its pictures.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? { [:] }

/// The properties of a picture: its size, depth, colours and orientation, which is always up.
///
/// - Returns: `nil` for another index than 0, and when it cannot be decoded.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0, let decoded = isrc.picture else { return nil }
  var result: CFDictionary = [
    kCGImagePropertyPixelWidth: decoded.image.width, kCGImagePropertyPixelHeight: decoded.image.height,
    kCGImagePropertyDepth: 8, kCGImagePropertyHasAlpha: !decoded.image.isOpaque,
    kCGImagePropertyColorModel: kCGImagePropertyColorModelRGB, kCGImagePropertyOrientation: 1,
  ]
  result[kCGImagePropertyProfileName] = decoded.convertedProfile
  return result
}

/// Frees the decoded picture of a source. The next request for the picture decodes it anew.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The index of the picture: 0. Other indexes do nothing.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {
  if index == 0 { isrc.forget() }
}

/// Passes all the data received so far to a source; see ``CGImageSourceUpdateData(_:_:_:)``.
///
/// - Parameters:
///   - isrc: The source.
///   - provider: All of the data, not only the new part.
///   - final: Whether the data is complete.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
  isrc.update(Array(provider.data ?? Data()), isComplete: final)
}
