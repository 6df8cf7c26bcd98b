// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// The amount of heap memory in use.
enum HeapUse {
  /// The bytes that the C library has allocated and not freed, in all arenas and mappings; 0 where it does not report
  /// them.
  ///
  /// The corresponding C call is `malloc_info`, which Swift does not import.
  static var bytes: Int {
    typealias Function = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
    let mallocInfo = unsafeBitCast(symbol, to: Function.self)
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let stream = open_memstream(&text, &length) else { return 0 }
    let result = mallocInfo(0, stream)
    fclose(stream)
    defer { free(text) }
    guard result == 0, let text else { return 0 }
    return bytes(inReport: String(cString: text))
  }

  /// The memory from the system minus free blocks; the totals are the last lines of the report.
  private static func bytes(inReport report: String) -> Int {
    var result = 0
    let totals = report.components(separatedBy: "</heap>").last ?? ""
    for line in totals.split(separator: "\n") {
      guard let size = line.components(separatedBy: "size=\"").last?.split(separator: "\"").first.flatMap({ Int($0) })
      else { continue }
      if line.hasPrefix("<total type=\"mmap\"") || line.hasPrefix("<system type=\"current\"") { result += size }
      if line.hasPrefix("<total type=\"fast\"") || line.hasPrefix("<total type=\"rest\"") { result -= size }
    }
    return result
  }
}
