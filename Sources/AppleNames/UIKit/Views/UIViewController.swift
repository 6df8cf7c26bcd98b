// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// An object that makes its view on first use, and lays it out.
///
/// There are no nibs, no presentation and no rotation: a controller consists of its view, its children, and the calls
/// about both.
open class UIViewController: UIResponder {
  /// The view, if it was made already.
  open private(set) var viewIfLoaded: UIView?
  /// A name for the program's use.
  open var title: String?
  /// The child controllers.
  open private(set) var children: [UIViewController] = []
  /// The parent controller.
  open private(set) weak var parent: UIViewController?

  /// Makes a controller.
  public override convenience init() { self.init(nibName: nil, bundle: nil) }

  /// Makes a controller.
  ///
  /// - Parameters:
  ///   - nibNameOrNil: `nil`, since there are no nibs. A name ends the program, since the views of the nib would be
  ///     missing.
  ///   - nibBundleOrNil: Ignored.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    if let name = nibNameOrNil { fatalError("there are no nibs: \(name) cannot be loaded; make views in loadView()") }
    super.init()
  }

  /// Makes a controller. The archive's content is ignored, since there are no nibs.
  public required init?(coder: NSCoder) { super.init() }

  /// The view, made on first use.
  open var view: UIView {
    get {
      if let viewIfLoaded { return viewIfLoaded }
      loadView()
      // A controller whose `loadView()` sets no view gets a plain one.
      let loaded = viewIfLoaded ?? makePlainView()
      viewDidLoad()
      return viewIfLoaded ?? loaded
    }
    set {
      viewIfLoaded?.controller = nil
      viewIfLoaded = newValue
      newValue.controller = self
    }
  }

  /// Makes the view and sets ``view``: by default a plain view of the screen's size.
  open func loadView() { _ = makePlainView() }

  private func makePlainView() -> UIView {
    let plain = UIView(frame: UIScreen.main.bounds)
    view = plain
    return plain
  }

  /// Whether the view was made.
  open var isViewLoaded: Bool { viewIfLoaded != nil }

  /// Makes the view if necessary.
  open func loadViewIfNeeded() { _ = view }

  /// Called after the view was made; does nothing by default.
  open func viewDidLoad() {}
  /// Called before the view appears in a window; does nothing by default.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called after the view appeared in a window; does nothing by default.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view leaves its window; does nothing by default.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called after the view has left its window; does nothing by default.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called before the view's subviews are laid out; does nothing by default.
  open func viewWillLayoutSubviews() {}
  /// Called after the view's subviews were laid out; does nothing by default.
  open func viewDidLayoutSubviews() {}

  /// Never called, since no system sends memory warnings. It exists so that subclasses can override it.
  open func didReceiveMemoryWarning() {}
  /// Ignored, since there is no status bar. Default `false`.
  open var prefersStatusBarHidden: Bool { false }
  /// Ignored, since there is no status bar. Default `default`.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }

  /// The superview of the view.
  open override var next: UIResponder? { viewIfLoaded?.superview }

  /// The traits of the screen: its scale, and the light appearance.
  open var traitCollection: UITraitCollection { .current }

  // MARK: Children

  /// Adds a child controller, removing it from its old parent first. The program has to add the child's view itself.
  open func addChild(_ childController: UIViewController) {
    guard childController.parent !== self else { return }
    childController.willMove(toParent: self)
    childController.parent?.children.removeAll { $0 === childController }
    children.append(childController)
    childController.parent = self
  }

  /// Removes the controller from its parent. The program has to remove the view itself.
  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
    didMove(toParent: nil)
  }

  /// Called before the controller gets another parent, or none; does nothing by default.
  open func willMove(toParent parent: UIViewController?) {}
  /// Called after the controller got another parent, or none; does nothing by default.
  open func didMove(toParent parent: UIViewController?) {}
}

/// The style of a status bar; there is no status bar.
public enum UIStatusBarStyle: Int, Sendable {
  /// The system's style.
  case `default` = 0
  /// For dark backgrounds.
  case lightContent = 1
  /// For light backgrounds.
  case darkContent = 3
}
