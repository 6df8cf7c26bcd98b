// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Pictures of paths and texts in plans that take over what the plan before recorded.
@Suite struct RetainedTextTests {
  /// A page of texts, every third with an underline that is a path.
  private static func page(_ count: Int, named name: String) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
    for index in 0..<count {
      let text = CATextLayer()
      (text.string, text.fontSize) = ("\(name) \(index)", 9)
      text.frame = CGRect(x: 100 * (index % 4), y: index / 4 * 12 % 290, width: 96, height: 12)
      text.foregroundColor = CGColor(deviceGray: CGFloat(index % 5) / 5, alpha: 1)
      if index % 3 == 0 {
        let line = CAShapeLayer()
        line.path = CGPath(ellipseIn: CGRect(x: 0, y: 9, width: 20 + index % 30, height: 2), transform: nil)
        text.addSublayer(line)
      }
      root.addSublayer(text)
    }
    return root
  }

  @Test("of a page of texts of which one changes, the others are not drawn, and those in other parts taken over")
  func page() throws {
    let (count, name) = (300, "page \(UUID())")
    let root = Self.page(count, named: name)
    let texts = (root.sublayers ?? []).compactMap { $0 as? CATextLayer }
    var pair = RetainedPair()
    for step in 0..<12 {
      let text = texts[(step * 71 + 5) % count]
      switch step % 3 {
      case 0: text.string = "\(name) changed in \(step)"
      case 1: text.foregroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      default: (text.sublayers?.first ?? text).position.x += 1
      }
      let plans = try pair.plans(root)
      try pair.expectSame(plans, "step \(step)")
      #expect(pair.reports.kept.drawnPictures + pair.reports.kept.keptPictures == count + count / 3, "step \(step)")
      guard step > 0 else { continue }
      #expect(pair.reports.kept.drawnPictures <= 1, "step \(step)")
      // All but the part of the text, and texts in no part.
      #expect(pair.recording.takenOver >= count + count / 3 - 60, "step \(step)")
    }
  }

  @Test("many new texts at once are drawn once, and are taken over from then on")
  func manyAtOnce() throws {
    let (count, name) = (200, "many \(UUID())")
    let root = Self.page(count, named: name)
    let texts = (root.sublayers ?? []).compactMap { $0 as? CATextLayer }
    var pair = RetainedPair()
    var (drawn, takenOver): ([Int], [Int]) = ([], [])
    for step in 0..<9 {
      texts[1].position.x += 1
      if step == 4 { for text in texts[20..<80] { text.string = "\(name) again \(text.string ?? "")" } }
      let plans = try pair.plans(root)
      try pair.expectSame(plans, "step \(step)")
      drawn.append(pair.reports.kept.drawnPictures)
      takenOver.append(pair.recording.takenOver)
    }
    // Both plans of a step share what is kept, so the one from nothing draws none.
    #expect(drawn[0] >= 200 && drawn[1...] == [0, 0, 0, 60, 0, 0, 0, 0])
    #expect(takenOver[4] < takenOver[3] - 60 && takenOver[5...].allSatisfy { $0 >= takenOver[3] - 30 })
  }

  @Test("texts of which something is to be said, and those in masks, are as they are from nothing")
  func steps() throws {
    let root = Self.page(40, named: "steps \(UUID())")
    let texts = (root.sublayers ?? []).compactMap { $0 as? CATextLayer }
    for text in texts.prefix(6) {
      let mask = CALayer()
      (mask.frame, mask.backgroundColor) = (CGRect(x: 4, y: 0, width: 40, height: 9), CGColor(gray: 0, alpha: 0.5))
      mask.cornerRadius = 3
      text.mask = mask
    }
    for text in texts[6..<9] { (text.opacity, text.borderWidth) = (0.5, 1) }
    // No font has a sign for this one.
    for text in texts[9..<12] { text.string = "\u{10FFFD}" }
    let line = CAShapeLayer()
    line.path = CGPath(rect: CGRect(x: 0, y: 0, width: 300, height: 200), transform: nil)
    (line.strokeColor, line.lineDashPattern, line.fillColor) = (CGColor(gray: 0, alpha: 1), [0.001, 0.001], nil)
    root.insertSublayer(line, at: 3)
    var pair = RetainedPair()
    for step in 0..<10 {
      texts[30].position.x += 1
      if step == 5 { texts[2].string = "masked" }
      if step == 6 { texts[7].foregroundColor = CGColor(gray: 1, alpha: 1) }
      if step == 7 { texts[10].string = "\u{10FFFD}\u{10FFFD}" }
      let plans = try pair.plans(root)
      try pair.expectSame(plans, "step \(step)")
      #expect(!plans.kept.diagnostics.isEmpty)
      #expect(
        pair.reports.kept.drawnPictures + pair.reports.kept.keptPictures
          == pair.reports.fresh.drawnPictures + pair.reports.fresh.keptPictures, "step \(step)")
    }
  }

  @Test("what is said of texts that show nothing is said in its order, whatever else is a step")
  func blankTexts() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 60)
    let texts = (0..<4).map { index -> CATextLayer in
      let text = CATextLayer()
      // No font has a sign for these, and the sign in their place is clear.
      (text.string, text.fontSize) = (String(repeating: "\u{10FFFD}", count: index + 1), 9)
      (text.frame, text.foregroundColor) = (CGRect(x: 0, y: 12 * index, width: 90, height: 12), .clear)
      root.addSublayer(text)
      return text
    }
    var pair = RetainedPair()
    for step in 0..<10 {
      texts[3].position.x += 1
      // A group that stays empty in front of a text that is a step again.
      if step > 2 { (texts[0].opacity, texts[1].opacity) = (0.5, step % 2 == 0 ? 1 : 0.4) }
      if step == 4 || step == 7 {
        texts[2].string = "\u{10FFFC} \(UUID())"
        texts[2].foregroundColor = CGColor(gray: 0, alpha: 1)
        texts[2].fontSize = step == 4 ? 9 : 300
        texts[2].bounds.size = step == 4 ? CGSize(width: 90, height: 12) : CGSize(width: 900, height: 400)
      }
      let plans = try pair.plans(root)
      #expect(plans.kept.diagnostics == plans.fresh.diagnostics, "step \(step)")
      #expect(!plans.kept.diagnostics.isEmpty, "step \(step)")
      #expect(pair.reports.kept.drawnPictures + pair.reports.kept.keptPictures == 4, "step \(step)")
    }
  }

  @Test("renderers draw the pictures that they draw from nothing", arguments: SharedRenderers.available)
  func pictures(backEnd: BackEnd) throws {
    let choice: RendererChoice = backEnd == .cpu ? .cpu(threads: 2) : .gpu(.automatic)
    let (keeping, fresh) = (try Renderer(choice), try Renderer(choice))
    fresh.drawsChangesOnly = false
    let root = Self.page(120, named: "drawn \(UUID())")
    let texts = (root.sublayers ?? []).compactMap { $0 as? CATextLayer }
    for step in 0..<24 {
      let text = texts[(step * 31 + 2) % texts.count]
      switch step % 4 {
      case 0: text.string = "\(step)"
      case 1: text.removeFromSuperlayer()
      case 2: root.insertSublayer(text, at: UInt32(step * 7 % 60))
      default: text.fontSize += 1
      }
      let (kept, whole) = (try keeping.render(root).image, try fresh.render(root).image)
      #expect(kept.premultipliedRGBA == whole.premultipliedRGBA, "step \(step)")
    }
  }
}
