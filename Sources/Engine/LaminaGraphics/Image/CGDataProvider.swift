// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The function that is called when a provider's memory is not read any more, with the provider's `info`.
public typealias CGDataProviderReleaseDataCallback = (
  _ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int
) -> Void

/// A source of the bytes of a picture.
///
///     let provider = CGDataProvider(data: Data(pixels))
public final class CGDataProvider: Sendable {
  /// All bytes. Never `nil`; optional as in Apple's interface.
  public let data: Data?

  /// Makes a provider of bytes.
  ///
  /// - Returns: Never `nil`; optional as in Apple's interface.
  public init?(data: Data) {
    self.data = data
  }

  /// Makes a provider of bytes, which are copied.
  ///
  /// - Returns: Never `nil`; optional as in Apple's interface.
  public init?(data: NSData) {
    self.data = Data(referencing: NSData(data: Data(referencing: data)))
  }

  /// Makes a provider of a file, which is read at once.
  ///
  /// - Parameter url: A regular file of at most 2^30 bytes.
  /// - Returns: `nil` when the file cannot be read.
  public init?(url: URL) {
    guard url.isFileURL, let bytes = try? InputFile(url.path).read(limit: 1 << 30) else { return nil }
    data = Data(bytes)
  }

  /// Makes a provider of a file, which is read at once.
  ///
  /// - Parameter filename: The path of a regular file of at most 2^30 bytes.
  /// - Returns: `nil` when the file cannot be read.
  public init?(filename: UnsafePointer<CChar>) {
    guard let bytes = try? InputFile(String(cString: filename)).read(limit: 1 << 30) else { return nil }
    data = Data(bytes)
  }

  /// Makes a provider of a caller's memory, which is copied, so that it is released at once.
  ///
  /// - Parameters:
  ///   - info: The pointer that is passed to `releaseData`.
  ///   - data: The memory.
  ///   - size: The number of bytes.
  ///   - releaseData: Is called before this returns.
  /// - Returns: `nil` when `size` is negative; then nothing is released.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    self.data = Data(bytes: data, count: size)
    releaseData(info, data, size)
  }
}
