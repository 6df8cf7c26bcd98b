// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Animatable properties: `{"a": 0, "k": value}` or `{"a": 1, "k": [keyframes]}`, in the variants of all versions of
// bodymovin: with or without the end value in each keyframe (`e`), with a last keyframe that has only a time, and with
// single values in place of lists of one value and vice versa.

internal import LaminaScene

extension LottieDecoder {
  /// An optional property; a malformed one is reported and replaced by the default.
  func animated<Value: Mixable>(
    _ value: JSONValue?, default standard: Value, _ parse: (JSONValue) -> Value?
  ) throws(LottieProblem) -> Animated<Value> {
    guard let value, value.kind != .null else { return Animated(standard) }
    do {
      return try animated(value, "", parse)
    } catch {
      // Keyframes without a time are fatal; a wrong type is not.
      if error.isFatal { throw error }
      report("bad-value", error.value, "\(error.reason); the default is taken")
      return Animated(standard)
    }
  }

  /// A property that must be well-formed.
  func animated<Value: Mixable>(
    _ value: JSONValue, _ name: String, _ parse: (JSONValue) -> Value?
  ) throws(LottieProblem) -> Animated<Value> {
    let taken = resolved(value)
    // The slot may have another type, which is no value for the property.
    if taken.index != value.index {
      do throws(LottieProblem) { return try ownAnimated(taken, parse) } catch {
        guard value["k"] != nil, !error.isFatal else { throw error }
        report("bad-value", error.value, "\(error.reason); the own value of \(value.path) is taken")
      }
    }
    return try ownAnimated(value, parse)
  }

  /// A property by its own value, ignoring slots.
  private func ownAnimated<Value: Mixable>(
    _ value: JSONValue, _ parse: (JSONValue) -> Value?
  ) throws(LottieProblem) -> Animated<Value> {
    if value["x"]?.kind == .string {
      report("unsupported-expression", value, "is computed by an expression, which is not run; its keyframes are taken")
    }
    guard let k = value["k"] else {
      // A bare value, as some writers store it.
      if value.kind != .object, let bare = parse(value) { return Animated(bare) }
      throw LottieProblem(value, "has neither a value nor keyframes ('k' is missing)")
    }
    if k.kind == .object, k["t"] != nil { return try keyframes([k], parse) }
    if k.kind == .array, let first = k.first, first.kind == .object, first["t"] != nil || first["s"] != nil {
      return try keyframes(k.elements, parse)
    }
    guard let raw = parse(k) else { throw LottieProblem(k, "is \(k.kind.name) that cannot be read as a value") }
    return Animated(raw)
  }

  /// A position that may move along curves.
  func place(_ value: JSONValue?) throws(LottieProblem) -> Animated<SIMD3<Double>> {
    var result = try animated(value, default: SIMD3(), vector)
    guard motion == .length else { return result }
    for index in result.keyframes.indices {
      guard let curve = result.keyframes[index].spatial else { continue }
      let isLast = index + 1 == result.keyframes.count
      let way = isLast ? SIMD3() : result.keyframes[index + 1].value - result.keyframes[index].value
      if isLast || curve.isStraight(along: way) {
        result.keyframes[index].spatial = nil
      } else {
        result.keyframes[index].spatial?.isByLength = true
      }
    }
    return result
  }

  private func keyframes<Value: Mixable>(
    _ list: [JSONValue], _ parse: (JSONValue) -> Value?
  ) throws(LottieProblem) -> Animated<Value> {
    var result: [Keyframe<Value>] = []
    result.reserveCapacity(list.count)
    var isRising = true
    var previousEnd: Value?
    for keyframe in list {
      if result.count % ReadingTime.stride == ReadingTime.stride - 1, ReadingTime.isOver {
        throw LottieProblem(keyframe, "comes when there is no time left", isFatal: true)
      }
      guard let time = keyframe["t"]?.scalar else {
        throw LottieProblem(keyframe, "is a keyframe without a time", isFatal: true)
      }
      let value = keyframe["s"].flatMap(parse) ?? previousEnd
      previousEnd = keyframe["e"].flatMap(parse)
      guard let value else {
        // The last keyframe of old files has only a time.
        if result.isEmpty { report("bad-value", keyframe, "is a keyframe without a value; it is skipped") }
        continue
      }
      if let last = result.last, last.time > time { isRising = false }
      result.append(
        Keyframe(
          time: time, value: value, holds: (keyframe["h"]?.number ?? 0) > 0, easing: easing(keyframe),
          spatial: spatial(keyframe)))
    }
    guard let first = list.first, !result.isEmpty else { throw LottieProblem(list[0], "has no keyframe with a value") }
    if !isRising {
      report("unordered-keyframes", first, "begins keyframes whose times do not rise; they are put in order")
      result = result.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
    return Animated(keyframes: withoutTwins(result))
  }

  /// Of several keyframes at one time only the last counts.
  private func withoutTwins<Value>(_ keyframes: [Keyframe<Value>]) -> [Keyframe<Value>] {
    var result: [Keyframe<Value>] = []
    result.reserveCapacity(keyframes.count)
    for keyframe in keyframes {
      if let last = result.last, last.time == keyframe.time { result.removeLast() }
      result.append(keyframe)
    }
    return result
  }

  private func easing(_ keyframe: JSONValue) -> Easing? {
    guard let out = keyframe["o"], let into = keyframe["i"] else { return nil }
    func point(_ value: JSONValue) -> SIMD2<Double>? {
      guard let x = value["x"]?.scalar, let y = value["y"]?.scalar else { return nil }
      return SIMD2(x, y)
    }
    guard let first = point(out), let second = point(into) else { return nil }
    let easing = Easing(out: first, into: second)
    return easing.isLinear ? nil : easing
  }

  private func spatial(_ keyframe: JSONValue) -> Spatial? {
    guard let out = keyframe["to"]?.numbers, let into = keyframe["ti"]?.numbers else { return nil }
    let spatial = Spatial(out: SIMD3(padding: out, with: 0), into: SIMD3(padding: into, with: 0))
    return spatial.out == SIMD3() && spatial.into == SIMD3() ? nil : spatial
  }

  // MARK: Values

  /// A number.
  func scalar(_ value: JSONValue) -> Double? { value.scalar }

  /// A position, a size or a scale; missing components are 0.
  func vector(_ value: JSONValue) -> SIMD3<Double>? {
    guard let numbers = value.numbers, !numbers.isEmpty else { return nil }
    return SIMD3(padding: numbers, with: 0)
  }

  /// A scale; missing components are 100.
  func scale(_ value: JSONValue) -> SIMD3<Double>? {
    guard let numbers = value.numbers, let first = numbers.first else { return nil }
    return numbers.count == 1 ? SIMD3(first, first, 100) : SIMD3(padding: numbers, with: 100)
  }

  /// A colour: three or four numbers up to 1, or up to 255 in old files. The fourth is ignored: colours are opaque in
  /// After Effects and in players, whatever writers store there.
  func color(_ value: JSONValue) -> SIMD4<Double>? {
    guard let numbers = value.numbers, numbers.count >= 3 else { return nil }
    let color = SIMD3(numbers[0], numbers[1], numbers[2])
    return SIMD4(color.max() > 1 ? color / 255 : color, 1)
  }

  /// A list of numbers.
  func numberList(_ value: JSONValue) -> NumberList? { value.numbers.map(NumberList.init) }

  /// A path: `{"c": closed, "v": points, "i": tangents in, "o": tangents out}`, alone or in a list.
  func bezier(_ value: JSONValue) -> Bezier? {
    let value = value.kind == .array ? value.first ?? value : value
    guard value.kind == .object, let points = value["v"] else { return nil }
    func pairs(_ list: JSONValue?) -> [SIMD2<Double>]? {
      guard let list, list.kind == .array else { return nil }
      var result: [SIMD2<Double>] = []
      result.reserveCapacity(list.count)
      for element in list.elements {
        guard let x = element.first?.number, element.count >= 2,
          let y = JSONValue(table: list.table, index: element.index + 2).number
        else { return nil }
        result.append(SIMD2(x, y))
      }
      return result
    }
    guard let vertices = pairs(points) else { return nil }
    let into = pairs(value["i"]) ?? []
    let out = pairs(value["o"]) ?? []
    if into.count != vertices.count || out.count != vertices.count {
      report(
        "bad-value", value,
        "has \(vertices.count) points, \(into.count) tangents in and \(out.count) out; missing ones are 0")
    }
    func fitted(_ list: [SIMD2<Double>]) -> [SIMD2<Double>] {
      vertices.indices.map { $0 < list.count ? list[$0] : SIMD2() }
    }
    return Bezier(vertices: vertices, into: fitted(into), out: fitted(out), isClosed: value["c"]?.flag ?? false)
  }
}

extension SIMD3<Double> {
  /// Takes the first three numbers, with a filler for missing ones.
  init(padding numbers: [Double], with filler: Double) {
    func at(_ index: Int) -> Double { index < numbers.count ? numbers[index] : filler }
    self.init(at(0), at(1), at(2))
  }
}
