// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// What a program cannot have says so when it is compiled, in a sentence.
@Suite struct UnavailableTests {
  @Test("every name in the folder of what is unavailable is unavailable, with a reason")
  func reasons() throws {
    var count = 0
    for file in PackageFolder.files(under: "Sources/AppleNames/UIKit/Unavailable") {
      var (before, isCovered) = ("", false)
      for line in try PackageFolder.text(file).split(separator: "\n").map(String.init) {
        let begins = ["public class", "public struct", "public protocol", "extension"].contains(where: line.hasPrefix)
        let isDeclaration = begins || line.hasPrefix("  public")
        if begins { isCovered = Self.says(before) }
        if isDeclaration, !line.hasPrefix("extension") {
          count += 1
          #expect(isCovered || Self.says(before), "\(file): \(line)")
        }
        if line == "}" { isCovered = false }
        if !line.trimmingCharacters(in: .whitespaces).hasPrefix("///") { before = line }
      }
    }
    #expect(count > 120)
  }

  /// Whether a line makes what follows unavailable, with a reason of several words.
  private static func says(_ line: String) -> Bool {
    guard let match = line.firstMatch(of: /@available\(\*, unavailable, message: "([^"]+)"\)/) else {
      // A message on a line of its own.
      return line.trimmingCharacters(in: .whitespaces) == ")"
    }
    return match.1.split(separator: " ").count >= 5
  }

  @Test("an application's notifications reach whoever observes them with a method, where the program posts them")
  func applicationNotifications() {
    final class Clip: UIView {
      var isPaused = false
      func pause() { isPaused = true }
      func observe(_ centre: NotificationCenter) {
        let pause = Selector("pause") { (target: Clip, _: Any) in target.pause() }
        centre.addObserver(self, selector: pause, name: UIApplication.didEnterBackgroundNotification, object: nil)
      }
    }
    let (centre, clip) = (NotificationCenter(), Clip())
    clip.translatesAutoresizingMaskIntoConstraints = false
    clip.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    clip.observe(centre)
    centre.post(name: UIApplication.willEnterForegroundNotification, object: nil)
    #expect(!clip.isPaused)
    centre.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
    #expect(clip.isPaused && clip.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test("what subclasses override and nobody calls can be overridden")
  func neverCalled() {
    final class Old: UIView {
      override func awakeFromNib() { Issue.record("there are no nibs") }
      override func prepareForInterfaceBuilder() { Issue.record("there is no such tool") }
      override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        Issue.record("traits do not change")
      }
    }
    final class OldController: UIViewController {
      override func didReceiveMemoryWarning() { Issue.record("nobody asks for memory") }
      override var prefersStatusBarHidden: Bool { true }
      override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
    }
    let window = UIWindow()
    let controller = OldController()
    controller.view = Old()
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(controller.view.window === window && controller.view.frame == UIScreen.main.bounds)
  }
}
