// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import LaminaGeometry

/// The bytes of a file that a client requests (`Range` header).
enum ByteRange: Equatable {
  case all
  case part(ClosedRange<Int>)
  /// A range outside the file.
  case unsatisfiable

  /// Reads the header. Anything but a single range of bytes is ignored, and all bytes are sent.
  init(_ header: String?, of length: Int) {
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else {
      self = .all
      return
    }
    let sides = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = sides.map { side in
      side.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(side) : nil
    }
    switch (sides.count, numbers.first ?? nil, numbers.last ?? nil) {
    case (2, let first?, let last?) where first <= last:
      self = first < length ? .part(first...min(last, length - 1)) : .unsatisfiable
    case (2, let first?, nil) where sides[1].isEmpty:
      self = first < length ? .part(first...(length - 1)) : .unsatisfiable
    case (2, nil, let count?) where sides[0].isEmpty:
      self = count > 0 && length > 0 ? .part(max(length - count, 0)...(length - 1)) : .unsatisfiable
    default: self = .all
    }
  }
}
#endif
