// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing
import UIKit

/// Names and spellings that programs have besides UIKit's classes.
@Suite struct NamesTests {
  @Test("a literal of a colour is the colour, as a UIColor and where one is asked for")
  func colorLiterals() {
    let plain = #colorLiteral(red: 0.25, green: 0.5, blue: 1, alpha: 0.75)
    let asked: UIColor = #colorLiteral(red: 0.25, green: 0.5, blue: 1, alpha: 0.75)
    #expect(plain == UIColor(red: 0.25, green: 0.5, blue: 1, alpha: 0.75) && plain == asked)
    #expect(#colorLiteral(red: 1, green: 0, blue: 0, alpha: 1).cgColor == UIColor.red.cgColor)
  }

  @Test("a literal of a picture is the picture of that name, and one without pixels where there is none")
  func imageLiterals() throws {
    let folder = try TemporaryFolder()
    defer { UIImage.namedImageFolders = [] }
    let red = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2)).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
    }
    try #require(red.pngData()).write(to: folder.url.appendingPathComponent("names-test.png"))
    UIImage.namedImageFolders = [folder.url.path]
    let image = #imageLiteral(resourceName: "names-test.png")
    #expect(image.cgImage != nil && image.size == CGSize(width: 3 * red.scale, height: 2 * red.scale))
    #expect(UIImage(imageLiteralResourceName: "nowhere").cgImage == nil)
    #expect(NSDataAsset(name: "names-test")?.data == NSDataAsset(name: "names-test.png", bundle: .main)?.data)
    #expect(NSDataAsset(name: "names-test")?.data.starts(with: [0x89, 0x50]) == true)
    #expect(
      NSDataAsset(name: "") == nil && NSDataAsset(name: "nowhere/at/all") == nil && NSDataAsset(name: "..") == nil)
  }

  @Test("old names are the types of today")
  func oldNames() {
    let options: UIViewAnimationOptions = [.curveLinear, .repeat]
    #expect(options == [UIView.AnimationOptions.curveLinear, .repeat])
    #expect(UIViewAutoresizing.flexibleWidth == UIView.AutoresizingMask.flexibleWidth)
    #expect(UIViewContentMode.center == UIView.ContentMode.center && UIImageRenderingMode.automatic.rawValue == 0)
    #expect(NSAttributedStringKey.font == NSAttributedString.Key.font && UIViewAnimationCurve.linear.rawValue == 3)
  }

  @Test("font, colour of text and tint are what they were at first where they are set to nothing")
  func setToNothing() {
    final class Label: UILabel {
      override var font: UIFont? { didSet { fonts += 1 } }
      override var textColor: UIColor? {
        get { super.textColor }
        set { super.textColor = newValue }
      }
      override var tintColor: UIColor! {
        get { super.tintColor }
        set { super.tintColor = newValue }
      }
      var fonts = 0
    }
    let (host, label) = (UIView(), Label())
    host.addSubview(label)
    label.font = .boldSystemFont(ofSize: 30)
    label.textColor = .green
    label.tintColor = .green
    #expect(label.font?.pointSize == 30 && label.textColor == .green && label.tintColor == .green)
    (label.font, label.textColor, label.tintColor) = (nil, nil, nil)
    #expect(label.font?.pointSize == 17 && label.textColor == .label && label.fonts == 2)
    host.tintColor = .red
    #expect(label.tintColor == .red, "nothing inherits again")
  }

  @Test("properties are updated before the first layout, and again when that is asked for")
  func properties() {
    final class State: UIView {
      var calls: [String] = []
      override func updateProperties() { calls.append("properties") }
      override func layoutSubviews() { calls.append("layout") }
    }
    let view = State(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
    view.layoutIfNeeded()
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(view.calls == ["properties", "layout", "layout"])
    view.setNeedsUpdateProperties()
    view.updatePropertiesIfNeeded()
    view.layoutIfNeeded()
    #expect(view.calls.dropFirst(3) == ["properties", "layout"])
  }

  @Test("what a view says of itself is kept")
  func accessibility() {
    let view = UIView()
    #expect(!view.isAccessibilityElement && view.accessibilityLabel == nil && view.accessibilityTraits == .none)
    view.isAccessibilityElement = true
    (view.accessibilityLabel, view.accessibilityValue, view.accessibilityHint) = ("battery", "40 %", "shows")
    view.accessibilityTraits = [.updatesFrequently, .image]
    view.accessibilityElementsHidden = true
    #expect(view.isAccessibilityElement && view.accessibilityElementsHidden)
    #expect(
      [view.accessibilityLabel, view.accessibilityValue, view.accessibilityHint] == ["battery", "40 %", "shows"])
    #expect(view.accessibilityTraits.contains(.image) && !view.accessibilityTraits.contains(.button))
    #expect(view.effectiveUserInterfaceLayoutDirection == .leftToRight)
    view.semanticContentAttribute = .forceRightToLeft
    #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
    #expect(UIView.userInterfaceLayoutDirection(for: .playback) == .leftToRight)
  }

  @Test("what is in a view of vibrancy is drawn in its own colours")
  func vibrancy() throws {
    let view = UIVisualEffectView(effect: UIVibrancyEffect(blurEffect: UIBlurEffect(style: .dark)))
    view.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    let inside = UIView(frame: view.bounds)
    inside.backgroundColor = .red
    view.contentView.addSubview(inside)
    #expect(view.layer.backgroundFilters == nil && view.contentView.backgroundColor == nil)
    let picture = try Renderer(.cpu(threads: 1)).render(view.layer).image
    #expect(picture.pixel(2, 2) == [255, 0, 0, 255])
  }
}
