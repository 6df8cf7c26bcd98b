// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// An object that text attributes accept as a colour, such as UIKit's colours.
package protocol ColorAttribute {
  /// The colour.
  var cgColor: CGColor { get }
}
