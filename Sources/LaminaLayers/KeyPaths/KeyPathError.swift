/// Why a key path could not be read or written.
public enum KeyPathError: Error, Equatable, Sendable {
  /// The class has no such property, or the property has no such component. `near` are the paths that look like it.
  case unknownKeyPath(path: String, className: String, near: [String])
  /// The value is not of the property's type. Both are named for a person: "a number", "String".
  case wrongType(path: String, expected: String, given: String)
  /// A number that the property cannot hold: a fraction where it counts, a NaN, an infinity without a meaning.
  case outOfRange(path: String, expected: String, given: String)
  /// The property can only be read.
  case readOnly(path: String, className: String)
  /// A layer that would come to stand inside itself.
  case cycle(path: String)
}

extension KeyPathError: CustomStringConvertible {
  /// One line for a person, with the key path and the type in it.
  public var description: String {
    switch self {
    case .unknownKeyPath(let path, let className, let near):
      "\(className) has no key path '\(path)'" + NearNames.suggestion(near)
    case .wrongType(let path, let expected, let given):
      "'\(path)' takes \(expected), not \(given)"
    case .outOfRange(let path, let expected, let given):
      "'\(path)' takes \(expected), and \(given) is out of its range"
    case .readOnly(let path, let className):
      "'\(path)' of \(className) can only be read"
    case .cycle(let path):
      "'\(path)' would put a layer inside itself"
    }
  }
}

/// Finds the names that look like a mistyped one.
package enum NearNames {
  /// At most `limit` of `names` that are near `name`, the nearest first.
  ///
  /// Near is a third of the length, at least two edits; an edit inserts, removes, changes or swaps characters, and
  /// upper against lower case counts nothing.
  package static func nearest(to name: String, in names: some Sequence<String>, limit: Int = 4) -> [String] {
    let wanted = Array(name.lowercased().utf8.prefix(256))
    let reach = max(2, wanted.count / 3)
    var found: [(distance: Int, name: String)] = []
    for candidate in Set(names) where candidate != name {
      let letters = Array(candidate.lowercased().utf8.prefix(256))
      guard abs(letters.count - wanted.count) <= reach else { continue }
      let distance = distance(wanted, letters)
      if distance <= reach { found.append((distance, candidate)) }
    }
    found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.name < $1.name }
    return found.prefix(limit).map(\.name)
  }

  /// "; did you mean 'a', 'b' or 'c'?", or nothing.
  package static func suggestion(_ names: [String]) -> String {
    guard let last = names.last else { return "" }
    let quoted = names.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return "; did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"
  }

  /// The optimal string alignment distance.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var twoBack: [Int] = []
    var previous = Array(0...other.count)
    for (i, letter) in one.enumerated() {
      var row = [i + 1]
      for (j, wanted) in other.enumerated() {
        var best = min(previous[j] + (letter == wanted ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == wanted { best = min(best, twoBack[j - 1] + 1) }
        row.append(best)
      }
      (twoBack, previous) = (previous, row)
    }
    return previous[other.count]
  }
}
