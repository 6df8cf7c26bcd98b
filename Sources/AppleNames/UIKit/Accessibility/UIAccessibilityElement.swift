// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// Something that is no view, and stands for itself to whoever cannot see it: a bar of a chart. It is kept for the
/// program; no screen reader asks here.
open class UIAccessibilityElement: UIResponder {
  /// What the element is in. It is not retained.
  open weak var accessibilityContainer: AnyObject?
  /// Kept: whether it stands for itself. Default `true`, as an element is there for nothing else.
  open var isAccessibilityElement = true
  /// Kept: what it is called. Default `nil`.
  open var accessibilityLabel: String?
  /// Kept: what it stands at. Default `nil`.
  open var accessibilityValue: String?
  /// Kept: what it does. Default `nil`.
  open var accessibilityHint: String?
  /// Kept: a name for the program's use. Default `nil`.
  open var accessibilityIdentifier: String?
  /// Kept: what kind of thing it is. Default: none.
  open var accessibilityTraits = UIAccessibilityTraits.none
  private var frame = CGRect.zero

  /// Where it is on the screen, in points. Setting it forgets ``accessibilityFrameInContainerSpace``.
  open var accessibilityFrame: CGRect {
    get {
      guard !accessibilityFrameInContainerSpace.isEmpty, let view = accessibilityContainer as? UIView else {
        return frame
      }
      return view.convert(accessibilityFrameInContainerSpace, to: nil)
    }
    set {
      frame = newValue
      accessibilityFrameInContainerSpace = .zero
    }
  }

  /// Where it is in the space of its container, in points. Where it is not empty and the container is a view,
  /// ``accessibilityFrame`` follows from it.
  open var accessibilityFrameInContainerSpace = CGRect.zero

  /// Makes an element of a container.
  ///
  /// - Parameter container: A view, or another element. It is not retained.
  public init(accessibilityContainer container: Any) {
    super.init()
    accessibilityContainer = type(of: container) is AnyClass ? container as AnyObject : nil
  }
}

extension UIView {
  /// What is in a view beside its subviews, as UIKit counts it where nobody overrides that: what
  /// ``accessibilityElements`` has.
  var givenElements: [Any] { accessibilityElements ?? [] }

  func place(ofElement element: Any) -> Int {
    guard type(of: element) is AnyClass else { return NSNotFound }
    return givenElements.firstIndex { type(of: $0) is AnyClass && $0 as AnyObject === element as AnyObject }
      ?? NSNotFound
  }
}
