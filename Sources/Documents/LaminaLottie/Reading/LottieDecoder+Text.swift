// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Text layers: the texts with their times. Text animators, which move ranges of letters, are reported in a diagnostic.

extension LottieDecoder {
  func text(layer value: JSONValue) throws(LottieProblem) -> LottieLayer.Content {
    guard let text = value["t"], let list = resolved(text["d"])?["k"] else {
      throw LottieProblem(value, "'t', the text, is missing")
    }
    if let animator = text["a"]?.first {
      report("unsupported-text", animator, "animates letters one by one, which is not done")
    }
    if let path = text["p"], path["m"] != nil {
      report("unsupported-text", path, "sets the text along a path, which is not done")
    }
    if let expression = text["d"]?["x"], expression.kind == .string {
      report(
        "unsupported-expression", expression,
        "computes a text by an expression, which is not run; its keyframes are taken")
    }
    var documents: [(time: Double, document: LottieTextDocument)] = []
    let keyframes = list.kind == .array ? list.elements : [list]
    for keyframe in keyframes {
      guard let document = keyframe["s"] ?? (keyframe["t"]?.kind == .string ? keyframe : nil) else { continue }
      let time = keyframe["s"] == nil ? 0 : number(keyframe, "t", default: 0)
      documents.append((time, try self.document(document)))
    }
    documents.sort { $0.time < $1.time }
    return .text(LottieText(documents: documents))
  }

  private func document(_ value: JSONValue) throws(LottieProblem) -> LottieTextDocument {
    let size = number(value, "s", default: 12)
    let capitals = whole(value, "ca") ?? 0
    if capitals != 0, capitals != 1 {
      report("unsupported-text", value["ca"] ?? value, "sets small capitals, which are drawn as the letters themselves")
    }
    var box: (position: SIMD2<Double>, size: SIMD2<Double>)?
    if let numbers = value["sz"]?.numbers, numbers.count >= 2 {
      let place = value["ps"]?.numbers ?? [0, 0]
      box = (SIMD2(place.first ?? 0, place.count > 1 ? place[1] : 0), SIMD2(numbers[0], numbers[1]))
    }
    return LottieTextDocument(
      text: text(value, "t") ?? "", isInCapitals: capitals == 1, fontName: text(value, "f") ?? "", size: size,
      lineHeight: number(value, "lh", default: size * 1.2), justification: whole(value, "j") ?? 0,
      tracking: number(value, "tr", default: 0), baselineShift: number(value, "ls", default: 0),
      fill: value["fc"].flatMap(color), stroke: value["sc"].flatMap(color),
      strokeWidth: number(value, "sw", default: 0),
      strokeIsOnTop: flag(value, "of"), box: box)
  }
}
