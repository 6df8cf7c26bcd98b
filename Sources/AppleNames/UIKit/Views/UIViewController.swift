// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// An object that makes a view when it is first asked for it, and lays it out.
///
/// There are no nibs, no presentation and no rotation: a controller is its view, its children, and the calls about
/// them.
open class UIViewController: UIResponder {
  /// The view, once it was asked for.
  open private(set) var viewIfLoaded: UIView?
  /// A name for the program's use.
  open var title: String?
  /// The controllers inside.
  open private(set) var children: [UIViewController] = []
  /// The controller that this one is in.
  open private(set) weak var parent: UIViewController?

  /// Makes a controller.
  public override convenience init() { self.init(nibName: nil, bundle: nil) }

  /// Makes a controller.
  ///
  /// - Parameters:
  ///   - nibNameOrNil: `nil`: there are no nibs. Another name ends the program, since its views would be missing.
  ///   - nibBundleOrNil: Not looked at.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    if let name = nibNameOrNil { fatalError("there are no nibs: \(name) cannot be loaded; make views in loadView()") }
    super.init()
  }

  /// Makes a controller; what an archive holds is not looked at, since there are no nibs.
  public required init?(coder: NSCoder) { super.init() }

  /// The view, made when it is first asked for.
  open var view: UIView {
    get {
      if let viewIfLoaded { return viewIfLoaded }
      loadView()
      // A subclass that sets no view gets a plain one, as one that does not override it.
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

  /// Makes the view and sets ``view``: by default a plain one of the screen's size.
  open func loadView() { _ = makePlainView() }

  private func makePlainView() -> UIView {
    let plain = UIView(frame: UIScreen.main.bounds)
    view = plain
    return plain
  }

  /// Whether the view was made.
  open var isViewLoaded: Bool { viewIfLoaded != nil }

  /// Makes the view if it was not made.
  open func loadViewIfNeeded() { _ = view }

  /// Tells that the view was made; does nothing by default.
  open func viewDidLoad() {}
  /// Tells that the view will be in a window; does nothing by default.
  open func viewWillAppear(_ animated: Bool) {}
  /// Tells that the view is in a window; does nothing by default.
  open func viewDidAppear(_ animated: Bool) {}
  /// Tells that the view will leave its window; does nothing by default.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Tells that the view has left its window; does nothing by default.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Tells that the view's subviews will be laid out; does nothing by default.
  open func viewWillLayoutSubviews() {}
  /// Tells that the view's subviews were laid out; does nothing by default.
  open func viewDidLayoutSubviews() {}

  /// Never called: no system asks for memory back. It is here because subclasses override it.
  open func didReceiveMemoryWarning() {}
  /// Not looked at: there is no status bar. Default `false`.
  open var prefersStatusBarHidden: Bool { false }
  /// Not looked at: there is no status bar. Default `default`.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }

  /// The superview of the view.
  open override var next: UIResponder? { viewIfLoaded?.superview }

  /// The scale of the screen, and that the appearance is light.
  open var traitCollection: UITraitCollection { .current }

  // MARK: Children

  /// Adds a controller as a child, taking it from where it was. Its view has to be added by the program.
  open func addChild(_ childController: UIViewController) {
    guard childController.parent !== self else { return }
    childController.willMove(toParent: self)
    childController.parent?.children.removeAll { $0 === childController }
    children.append(childController)
    childController.parent = self
  }

  /// Takes the controller from its parent. Its view has to be removed by the program.
  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
    didMove(toParent: nil)
  }

  /// Tells that the controller gets another parent, or none; does nothing by default.
  open func willMove(toParent parent: UIViewController?) {}
  /// Tells that the controller got another parent, or none; does nothing by default.
  open func didMove(toParent parent: UIViewController?) {}
}

/// The look of a status bar, which there is none of.
public enum UIStatusBarStyle: Int, Sendable {
  /// As the system has it.
  case `default` = 0
  /// For dark grounds.
  case lightContent = 1
  /// For light grounds.
  case darkContent = 3
}
