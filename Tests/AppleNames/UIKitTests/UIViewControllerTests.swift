// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// Notes what it is told.
private class NotingController: UIViewController {
  var events: [String] = []
  override func viewDidLoad() { events.append("load") }
  override func viewWillAppear(_ animated: Bool) { events.append("will appear") }
  override func viewDidAppear(_ animated: Bool) { events.append("appear") }
  override func viewWillDisappear(_ animated: Bool) { events.append("will disappear") }
  override func viewDidDisappear(_ animated: Bool) { events.append("disappear") }
  override func viewWillLayoutSubviews() { events.append("will lay out") }
  override func viewDidLayoutSubviews() { events.append("lay out") }
  override func willMove(toParent parent: UIViewController?) {
    events.append(parent == nil ? "will leave" : "will come")
  }
  override func didMove(toParent parent: UIViewController?) { events.append(parent == nil ? "left" : "came") }
}

private final class OwnViewController: NotingController {
  override func loadView() {
    view = UIImageView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
  }
}

/// Controllers and windows, as far as they mean something without a screen.
@Suite struct UIViewControllerTests {
  @Test("a view is made when it is first asked for, once")
  func loading() {
    let controller = NotingController()
    #expect(!controller.isViewLoaded && controller.viewIfLoaded == nil)
    let view = controller.view
    #expect(controller.view === view && controller.events == ["load"])
    #expect(view.frame == UIScreen.main.bounds && view.next === controller)
    let own = OwnViewController()
    own.loadViewIfNeeded()
    #expect(own.view is UIImageView && own.events == ["load"])
  }

  @Test("a window shows its controller's view, tells it, and lays it out")
  func window() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    let controller = NotingController()
    window.rootViewController = controller
    #expect(!controller.isViewLoaded)
    window.makeKeyAndVisible()
    window.makeKeyAndVisible()
    #expect(controller.events == ["load", "will appear", "will lay out", "lay out", "appear"])
    #expect(controller.view.frame == window.bounds && controller.view.window === window)
    controller.view.backgroundColor = .red
    window.frame.size.width = 40
    #expect(try Pictures.draw(window).coveredArea == 400)
    #expect(controller.events.suffix(2) == ["will lay out", "lay out"])
    let next = OwnViewController()
    window.rootViewController = next
    #expect(controller.events.suffix(2) == ["will disappear", "disappear"] && controller.view.superview == nil)
    #expect(window.subviews == [next.view])
  }

  @Test("children have one parent")
  func children() {
    let (one, other, child) = (UIViewController(), UIViewController(), NotingController())
    one.addChild(child)
    child.didMove(toParent: one)
    other.addChild(child)
    #expect(one.children.isEmpty && other.children == [child] && child.parent === other)
    child.willMove(toParent: nil)
    child.removeFromParent()
    #expect(child.parent == nil && other.children.isEmpty)
    #expect(child.events == ["will come", "came", "will come", "will leave", "left"])
  }

  @Test("an effect blurs what is behind it and leaves the rest")
  func effects() throws {
    let host = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 40))
    host.backgroundColor = .white
    let bar = UIView(frame: CGRect(x: 38, y: 0, width: 4, height: 40))
    bar.backgroundColor = .black
    host.addSubview(bar)
    let effect = UIVisualEffectView(effect: UIBlurEffect(style: .light))
    effect.frame = CGRect(x: 0, y: 20, width: 80, height: 20)
    host.addSubview(effect)
    let picture = try Pictures.draw(host)
    #expect(picture.pixel(40, 10) == black && picture.pixel(30, 10) == white)
    // Four black points spread over a Gaussian of 20 points leave little of the black, and take a little of the white.
    #expect(picture.pixel(40, 35)[0] > 200 && picture.pixel(40, 35)[0] < 255)
    effect.effect = nil
    #expect(try Pictures.draw(host).pixel(40, 35) == black)
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
    effect.contentView.addSubview(label)
    #expect(effect.contentView.frame == effect.bounds)
  }
}
