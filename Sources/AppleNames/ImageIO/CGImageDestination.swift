// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Image I/O's interface for writing pictures.

public import Foundation
public import LaminaCoreFoundation
internal import LaminaGeometry
public import LaminaGraphics
import LaminaSystem
internal import Synchronization

/// The destination of a picture's file.
///
///     let data = NSMutableData()
///     if let destination = CGImageDestinationCreateWithData(data, "public.png", 1, nil) {
///       CGImageDestinationAddImage(destination, image, nil)
///       CGImageDestinationFinalize(destination)
///     }
///
/// A destination belongs to one thread at a time.
public final class CGImageDestination {
  private enum Target {
    case data(NSMutableData)
    case file(String)
  }

  private let target: Target
  private let format: ImageFormat
  private var picture: (image: CGImage, properties: CFDictionary)?
  private var isFinished = false
  fileprivate var properties: CFDictionary = [:]
  /// The error of ``CGImageDestinationFinalize(_:)``; `nil` before the call, and when it succeeded.
  public private(set) var error: GraphicsError?
  /// Requests that are not written, such as metadata.
  public private(set) var diagnostics: [Diagnostic] = []

  fileprivate init?(data: NSMutableData, type: String, count: Int) {
    guard let format = ImageFormat(typeIdentifier: type), count == 1 else { return nil }
    (target, self.format) = (.data(data), format)
  }

  fileprivate init?(file: String, type: String, count: Int) {
    guard let format = ImageFormat(typeIdentifier: type), count == 1 else { return nil }
    (target, self.format) = (.file(file), format)
  }

  fileprivate func add(_ image: CGImage, _ properties: CFDictionary?) {
    guard picture == nil else {
      diagnostics.append(
        Diagnostic(code: "one-image", message: "\(format) files hold one picture; a further one is left out"))
      return
    }
    picture = (image, properties ?? [:])
  }

  fileprivate func finish() -> Bool {
    guard let picture, !isFinished else { return false }
    isFinished = true
    let wanted = properties.merging(picture.properties) { $1 }
    note(wanted)
    do {
      let bytes = try encode(picture.image.arranged(wanted), wanted)
      switch target {
      case .data(let data): data.append(Data(bytes))
      case .file(let path): try OutputFile(path).write(picture: bytes)
      }
      return true
    } catch {
      self.error = error
      return false
    }
  }

  private func encode(_ image: CGImage, _ wanted: CFDictionary) throws(GraphicsError) -> [UInt8] {
    let quality = wanted.number(kCGImageDestinationLossyCompressionQuality)
    switch format {
    case .png: return try PNGEncoder().encode(image)
    case .jpeg:
      let background = wanted[kCGImageDestinationBackgroundColor] as? CGColor
      return try JPEGEncoder(quality: quality ?? 0.85, background: background ?? .white).encode(image)
    case .webp: return try WebPEncoder(quality: quality.flatMap { $0 < 1 ? $0 : nil }).encode(image)
    }
  }

  private func note(_ wanted: CFDictionary) {
    let known: Set = [
      kCGImageDestinationLossyCompressionQuality, kCGImageDestinationBackgroundColor,
      kCGImageDestinationImageMaxPixelSize, kCGImagePropertyOrientation, kCGImagePropertyPixelWidth,
      kCGImagePropertyPixelHeight, kCGImagePropertyDepth, kCGImagePropertyHasAlpha, kCGImagePropertyColorModel,
      kCGImagePropertyProfileName,
    ]
    for key in wanted.keys.sorted() where !known.contains(key) {
      diagnostics.append(
        Diagnostic(code: "image-property", message: "the property '\(key)' is not written to \(format)"))
    }
  }
}

extension CGImage {
  /// The picture changed by the properties of a destination: rotated, and reduced to the greatest size.
  fileprivate func arranged(_ wanted: CFDictionary) -> CGImage {
    var result = self
    if let number = wanted.number(kCGImagePropertyOrientation),
      let orientation = ImageOrientation(rawValue: Int(clamping: number)), orientation != .upright
    {
      let pixels = orientation.upright(premultipliedRGBA, width: width, height: height)
      let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
      result = CGImage(width: newWidth, height: newHeight, premultipliedRGBA: pixels) ?? self
    }
    if let side = wanted.number(kCGImageDestinationImageMaxPixelSize) { return result.reduced(toSide: side) ?? result }
    return result
  }
}

/// Makes a destination that appends to data.
///
/// - Parameters:
///   - data: The data to which the file's bytes are appended.
///   - type: `public.png`, `public.jpeg` or `org.webmproject.webp`.
///   - count: The number of pictures: 1.
///   - options: Ignored.
/// - Returns: `nil` for another type or number.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: String, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(data: data, type: type, count: count)
}

/// Makes a destination that writes a file, whole or not at all; see `OutputFile`.
///
/// - Parameters:
///   - url: The file.
///   - type: `public.png`, `public.jpeg` or `org.webmproject.webp`.
///   - count: The number of pictures: 1.
///   - options: Ignored.
/// - Returns: `nil` for another type or number, and for an address that is no file.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: String, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  url.isFileURL ? CGImageDestination(file: url.path, type: type, count: count) : nil
}

/// Adds the picture that is to be written.
///
/// - Parameters:
///   - idst: The destination.
///   - image: The picture.
///   - properties: ``kCGImageDestinationLossyCompressionQuality``, ``kCGImageDestinationBackgroundColor``,
///     ``kCGImageDestinationImageMaxPixelSize`` and ``kCGImagePropertyOrientation``, by which the pixels are turned.
///     Other properties are named in ``CGImageDestination/diagnostics``.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  idst.add(image, properties)
}

/// Adds a picture of a source; see ``CGImageDestinationAddImage(_:_:_:)``. Where the picture cannot be decoded, nothing
/// is added.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  if let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) { idst.add(image, properties) }
}

/// Sets properties for all pictures; the properties of a picture itself take precedence.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.properties = properties ?? [:]
}

/// Writes the file.
///
/// - Returns: Whether the file was written: `false` without a picture, and for a second call.
///   ``CGImageDestination/error`` has the reason.
@discardableResult public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finish() }

/// The types of destinations.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { ImageFormat.allCases.map(\.typeIdentifier) }
