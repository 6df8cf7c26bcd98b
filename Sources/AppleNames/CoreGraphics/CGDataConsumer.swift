// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaCoreFoundation
public import LaminaGraphics
import LaminaSystem

/// A receiver of the bytes of a document.
public final class CGDataConsumer {
  private enum Target {
    case data(NSMutableData)
    case file(String)
  }

  private let target: Target
  /// The error of writing the bytes; `nil` before writing, and when it succeeded.
  public private(set) var error: GraphicsError?

  /// Makes a consumer that appends to data.
  ///
  /// - Returns: Never `nil`; optional as in Apple's interface.
  public init?(data: CFMutableData) {
    target = .data(data)
  }

  /// Makes a consumer that writes a file, whole or not at all, when all bytes have come; see `OutputFile`.
  ///
  /// - Returns: `nil` for an address that is no file.
  public init?(url: CFURL) {
    guard url.isFileURL else { return nil }
    target = .file(url.path)
  }

  /// Takes all the bytes at once.
  func take(_ bytes: [UInt8]) {
    switch target {
    case .data(let data): data.append(Data(bytes))
    case .file(let path):
      do throws(FileError) { try OutputFile(path).write(bytes) } catch { self.error = .file(error) }
    }
  }
}
