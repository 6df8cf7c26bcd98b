// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import QuartzCore

/// A view at the top of a tree, for programs that expect a window.
///
///     let window = UIWindow(frame: UIScreen.main.bounds)
///     window.rootViewController = MyViewController()
///     window.makeKeyAndVisible()
///     let picture = try Renderer().render(window.layer).image
open class UIWindow: UIView {
  /// The controller of the view that fills the window. Default `nil`.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      oldValue?.viewWillDisappear(false)
      oldValue?.viewDidDisappear(false)
      if isVisible { showRoot() }
    }
  }

  private var isVisible = false

  /// The one screen.
  open var screen: UIScreen { .main }

  /// Makes a window with the screen's bounds.
  public convenience init() { self.init(frame: UIScreen.main.bounds) }

  /// Adds the root controller's view to the window, and tells the controller that it appears.
  open func makeKeyAndVisible() {
    isHidden = false
    guard !isVisible else { return }
    isVisible = true
    showRoot()
  }

  /// Makes the window receive keyboard events: has no effect, since there are none.
  open func makeKey() {}

  private func showRoot() {
    guard let controller = rootViewController else { return }
    let view = controller.view
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    controller.viewWillAppear(false)
    insertSubview(view, at: 0)
    layoutIfNeeded()
    controller.viewDidAppear(false)
  }
}
