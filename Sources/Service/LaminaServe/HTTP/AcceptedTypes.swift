// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation

/// What a client says that it takes (`Accept`).
struct AcceptedTypes {
  private var ranges: [(type: String, quality: Double)] = []

  /// Reads the header; what is not there takes everything.
  init(_ header: String?) {
    for range in (header ?? "*/*").split(separator: ",") {
      let words = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
      guard let type = words.first, !type.isEmpty else { continue }
      let quality = words.dropFirst().lazy.filter { $0.hasPrefix("q=") }.compactMap { Double($0.dropFirst(2)) }.first
      ranges.append((type, quality ?? 1))
    }
  }

  /// How much a type is wanted, from 0 to 1.
  func quality(of type: String) -> Double {
    let kind = type.prefix { $0 != "/" }
    for wanted in [type, "\(kind)/*", "*/*"] {
      if let range = ranges.first(where: { $0.type == wanted }) { return range.quality }
    }
    return 0
  }

  /// The type that is wanted most; of several, the first.
  func best<Value>(of values: [Value], type: (Value) -> String) -> Value? {
    var best: (value: Value, quality: Double)?
    for value in values {
      let quality = quality(of: type(value))
      if quality > best?.quality ?? 0 { best = (value, quality) }
    }
    return best?.value
  }
}
#endif
