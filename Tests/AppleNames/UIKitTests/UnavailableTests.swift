// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing
import UIKit

/// Names without a meaning on a server that programs may still use and override.
@Suite struct UnavailableTests {
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
