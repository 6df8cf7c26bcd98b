// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreText
import Foundation
import LaminaCoreFoundation
import LaminaGraphics
import Testing

@Suite struct ParagraphSettingTests {
  @Test("settings make the style that they say, and are read back") func settings() {
    var alignment = CTTextAlignment.center
    var mode = CTLineBreakMode.byTruncatingTail
    var direction = CTWritingDirection.rightToLeft
    var (indent, spacing): (CGFloat, CGFloat) = (12, 5)
    let style = withUnsafePointer(to: &alignment) { alignment in
      withUnsafePointer(to: &mode) { mode in
        withUnsafePointer(to: &direction) { direction in
          withUnsafePointer(to: &indent) { indent in
            withUnsafePointer(to: &spacing) { spacing in
              let settings = [
                CTParagraphStyleSetting(
                  spec: .alignment, valueSize: MemoryLayout<CTTextAlignment>.size, value: alignment),
                CTParagraphStyleSetting(
                  spec: .lineBreakMode, valueSize: MemoryLayout<CTLineBreakMode>.size, value: mode),
                CTParagraphStyleSetting(
                  spec: .baseWritingDirection, valueSize: MemoryLayout<CTWritingDirection>.size, value: direction),
                CTParagraphStyleSetting(spec: .headIndent, valueSize: MemoryLayout<CGFloat>.size, value: indent),
                CTParagraphStyleSetting(
                  spec: .lineSpacingAdjustment, valueSize: MemoryLayout<CGFloat>.size, value: spacing),
                // Of a size that it does not have.
                CTParagraphStyleSetting(spec: .tailIndent, valueSize: 3, value: spacing),
              ]
              return CTParagraphStyleCreate(settings, settings.count)
            }
          }
        }
      }
    }
    #expect(style.alignment == .center && style.lineBreakMode == .byTruncatingTail)
    #expect(style.baseWritingDirection == .rightToLeft)
    #expect(style.headIndent == 12 && style.lineSpacing == 5 && style.tailIndent == 0)
    var read: CGFloat = 0
    #expect(CTParagraphStyleGetValueForSpecifier(style, .headIndent, MemoryLayout<CGFloat>.size, &read) && read == 12)
    #expect(!CTParagraphStyleGetValueForSpecifier(style, .headIndent, 2, &read))
    #expect(!CTParagraphStyleGetValueForSpecifier(style, .tabStops, 8, &read))
    var side = CTTextAlignment.left
    #expect(CTParagraphStyleGetValueForSpecifier(style, .alignment, 1, &side) && side == .center)
    #expect(CTParagraphStyleCreate(nil, 9) == NSParagraphStyle.default)
    #expect(CTParagraphStyleCreateCopy(style) == style)
  }

  @Test("the room between lines keeps its limits") func spacing() {
    func made(_ values: [(CTParagraphStyleSpecifier, CGFloat)]) -> CGFloat {
      let memory = UnsafeMutablePointer<CGFloat>.allocate(capacity: values.count)
      defer { memory.deallocate() }
      memory.initialize(from: values.map(\.1), count: values.count)
      let settings = values.indices.map {
        CTParagraphStyleSetting(spec: values[$0].0, valueSize: 8, value: UnsafeRawPointer(memory + $0))
      }
      return CTParagraphStyleCreate(settings, settings.count).lineSpacing
    }
    #expect(made([(.minimumLineSpacing, 4)]) == 4)
    #expect(made([(.maximumLineSpacing, 3), (.lineSpacingAdjustment, 9)]) == 3)
    #expect(made([(.lineSpacing, 9), (.maximumLineSpacing, 3), (.minimumLineSpacing, 1)]) == 3)
    #expect(made([(.lineSpacing, .nan)]) == 0)
  }

  @Test("numbers in memory are Core Text's") func memory() {
    #expect(MemoryLayout<CTTextAlignment>.size == 1 && MemoryLayout<CTLineBreakMode>.size == 1)
    for number in UInt8(0)...4 {
      let value = CTTextAlignment(rawValue: number)
      #expect(value.map { unsafeBitCast($0, to: UInt8.self) } == number)
    }
    for number in UInt8(0)...5 {
      let value = CTLineBreakMode(rawValue: number)
      #expect(value.map { unsafeBitCast($0, to: UInt8.self) } == number)
    }
    #expect(unsafeBitCast(CTWritingDirection.natural, to: Int8.self) == -1)
  }
}
