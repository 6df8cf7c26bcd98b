// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// An accessible element that is not a view, such as a bar of a chart. Its properties are stored for the program; no
/// screen reader uses them.
open class UIAccessibilityElement: UIResponder {
  /// The container of the element. It is not retained.
  open weak var accessibilityContainer: AnyObject?
  /// Stored: whether the element is visible to assistive technologies. Default `true`, since an element has no other
  /// purpose.
  open var isAccessibilityElement = true
  /// Stored: the element's name. Default `nil`.
  open var accessibilityLabel: String?
  /// Stored: the element's current value. Default `nil`.
  open var accessibilityValue: String?
  /// Stored: the effect of using the element. Default `nil`.
  open var accessibilityHint: String?
  /// Stored: an identifier for the program's use. Default `nil`.
  open var accessibilityIdentifier: String?
  /// Stored: the kind of element. Default: none.
  open var accessibilityTraits = UIAccessibilityTraits.none
  private var frame = CGRect.zero

  /// The element's rectangle on the screen, in points. Setting it resets ``accessibilityFrameInContainerSpace``.
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

  /// The element's rectangle in the space of its container, in points. If it is not empty and the container is a view,
  /// ``accessibilityFrame`` is computed from it.
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
  /// The accessible elements of a view besides its subviews: ``accessibilityElements``, unless a class overrides the
  /// way UIKit counts them.
  var givenElements: [Any] { accessibilityElements ?? [] }

  func place(ofElement element: Any) -> Int {
    guard type(of: element) is AnyClass else { return NSNotFound }
    return givenElements.firstIndex { type(of: $0) is AnyClass && $0 as AnyObject === element as AnyObject }
      ?? NSNotFound
  }
}
