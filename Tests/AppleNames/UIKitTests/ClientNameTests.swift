// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing
import UIKit

/// Names that programs say for users and screens which are not here: they compile, and keep what they are given.
@Suite struct ClientNameTests {
  private final class Bars: UIView {
    override func accessibilityElementCount() -> Int { 2 }
    override func accessibilityElement(at index: Int) -> Any? { index }
    override func index(ofAccessibilityElement element: Any) -> Int { element as? Int ?? NSNotFound }
  }

  @Test("elements stand for themselves, lie in their container, and are found in a view by their places")
  func elements() {
    final class Row: UIAccessibilityElement {}
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 50, height: 50))
    window.addSubview(view)
    let (row, other) = (Row(accessibilityContainer: view), Row(accessibilityContainer: 1))
    #expect(row.isAccessibilityElement && row.accessibilityContainer === view && other.accessibilityContainer == nil)
    row.accessibilityLabel = "May"
    row.accessibilityFrameInContainerSpace = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(row.accessibilityFrame == CGRect(x: 11, y: 22, width: 3, height: 4) && row.accessibilityLabel == "May")
    row.accessibilityFrame = CGRect(x: 5, y: 6, width: 7, height: 8)
    #expect(row.accessibilityFrame == CGRect(x: 5, y: 6, width: 7, height: 8))
    #expect(view.accessibilityElementCount() == 0 && view.accessibilityElement(at: 0) == nil)
    view.accessibilityElements = [row, other, "text"]
    #expect(view.accessibilityElementCount() == 3 && view.accessibilityElement(at: 0) as? Row === row)
    #expect(
      view.index(ofAccessibilityElement: other) == 1
        && view.index(ofAccessibilityElement: Row(accessibilityContainer: view)) == NSNotFound)
    #expect(view.accessibilityElement(at: -1) == nil && view.accessibilityElement(at: 3) == nil)
    #expect(Bars().accessibilityElementCount() == 2 && Bars().index(ofAccessibilityElement: 7) == 7)
    #expect(view.accessibilityFrame == CGRect(x: 10, y: 20, width: 50, height: 50))
    UIAccessibility.post(notification: .layoutChanged, argument: row)
    #expect(!UIAccessibility.isVoiceOverRunning && UIAccessibility.focusedElement(using: nil) == nil)
    #expect(
      UIAccessibility.convertToScreenCoordinates(CGRect(x: 0, y: 0, width: 1, height: 1), in: view).origin
        == view.frame.origin)
  }

  @Test("a pasteboard gives back what was copied, on every thread, and no other pasteboard's")
  func pasteboard() throws {
    let board = UIPasteboard.withUniqueName()
    #expect(board.string == nil && !board.hasStrings && board.numberOfItems == 0 && board.changeCount == 0)
    board.strings = ["one", "two"]
    #expect(
      board.string == "one" && board.strings == ["one", "two"] && board.hasStrings && !board.hasImages
        && board.changeCount == 1)
    #expect(board.data(forPasteboardType: "public.utf8-plain-text") == Data("one".utf8))
    board.color = .red
    #expect(board.color == .red && board.string == nil && board.numberOfItems == 1)
    let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 3)).image { _ in }
    board.image = picture
    #expect(board.image === picture && board.hasImages)
    board.setData(try #require(picture.pngData()), forPasteboardType: "public.png")
    #expect(board.image?.cgImage?.width == picture.cgImage?.width && board.types == ["public.png"])
    board.url = URL(string: "https://example.org/a")
    #expect(board.url?.path == "/a" && board.contains(pasteboardTypes: ["public.url"]))
    board.addItems([["public.text": "three"]])
    #expect(board.strings == ["three"] && board.numberOfItems == 2)
    let same = try #require(UIPasteboard(name: board.name, create: false))
    same.string = "four"
    #expect(board.string == "four")
    UIPasteboard.remove(withName: board.name)
    #expect(board.items.isEmpty && UIPasteboard(name: board.name, create: false) == nil)
    #expect(UIPasteboard.general === UIPasteboard.general && UIPasteboard.general.name == .general)
  }

  @Test("an attachment holds its picture, and the picture of its data")
  func attachment() throws {
    let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 3)).image { _ in }
    let attachment = NSTextAttachment(image: picture)
    attachment.bounds = CGRect(x: 0, y: -2, width: 8, height: 6)
    #expect(attachment.image === picture && NSTextAttachment().image == nil)
    let text = NSAttributedString(attachment: attachment)
    #expect(
      text.length == 1 && text.attribute(.attachment, at: 0, effectiveRange: nil) as? NSTextAttachment === attachment)
    let data = NSTextAttachment(data: picture.pngData(), ofType: "public.png")
    #expect(data.image?.cgImage?.width == picture.cgImage?.width && data.fileType == "public.png")
    #expect(NSTextAttachment(data: Data([1, 2]), ofType: nil).image == nil)
  }

  @Test("descriptors are those of Core Text, with attributes of both")
  func descriptors() throws {
    let plain = UIFont()
    #expect(plain.pointSize == 12 && plain == UIFont.systemFont(ofSize: 12))
    let descriptor = UIFont.systemFont(ofSize: 9, weight: .semibold).fontDescriptor
    let made = CTFontCreateWithFontDescriptor(descriptor, 0, nil)
    #expect(made == UIFont(descriptor: descriptor, size: 0) && made.pointSize == 9)
    #expect(UIFont(descriptor: descriptor, size: 0) == UIFont.systemFont(ofSize: 9, weight: .semibold))
    let asked = UIFontDescriptor(fontAttributes: [
      .family: "DejaVu Sans", .size: 20, .traits: [UIFontDescriptor.TraitKey.weight: UIFont.Weight.bold],
    ])
    #expect(asked.pointSize == 20 && asked.symbolicTraits == .traitBold && asked.postscriptName == "DejaVu Sans")
    #expect(CTFontDescriptorCopyAttribute(asked, kCTFontFamilyNameAttribute) as? String == "DejaVu Sans")
    #expect(asked.object(forKey: .family) as? String == "DejaVu Sans" && asked.fontAttributes[.size] as? CGFloat == 20)
    let mono = try #require(
      UIFont.systemFont(ofSize: 10).fontDescriptor.withSymbolicTraits([.traitMonoSpace, .traitItalic]))
    #expect(
      mono.symbolicTraits == [.traitMonoSpace, .traitItalic] && UIFont(descriptor: mono, size: 0).fontName == "Menlo")
    #expect(asked.withSize(5).withFamily("Courier").postscriptName == "Courier" && asked.pointSize == 20)
    #expect(asked.addingAttributes([.size: 7]).pointSize == 7 && UIFontDescriptor(fontAttributes: [:]).pointSize == 0)
    #expect(UIFontDescriptor(name: "A", size: .nan).pointSize == 0)
  }

  @Test("every family that is told is found by its name, and a font's own family is told")
  func families() throws {
    let families = UIFont.familyNames
    for family in families {
      #expect(UIFont(name: family, size: 12)?.familyName == family)
    }
    for name in ["Helvetica", "Times New Roman", "Menlo", "nothing like it"] {
      let found = try #require(UIFont(name: name, size: 12)).familyName
      #expect(families.contains(found), "\(name) is drawn with \(found)")
    }
  }

  @Test("names of Foundation and ImageIO that only Apple's platforms have")
  func foundation() {
    let count: NSInteger = 3
    let bits: NSUInteger = 3
    #expect(count == Int(bits) && kCGImageMetadataShouldExcludeGPS == "kCGImageMetadataShouldExcludeGPS")
    let info: CFDictionary? = nil
    let picture = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { context in
      context.cgContext.beginTransparencyLayer(auxiliaryInfo: info)
      context.cgContext.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 1, height: 1), auxiliaryInfo: info)
      context.cgContext.endTransparencyLayer()
      context.cgContext.endTransparencyLayer()
    }
    #expect(picture.size == CGSize(width: 2, height: 2))
  }
}
