// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGraphics
internal import Synchronization

/// What a text layer draws in place of contents.
///
/// - Conformance: TEXT-1
package struct TextContent: Sendable {
  /// The text and how it is laid out.
  package var text: KeyedText
  /// The colour of what has none of its own.
  package var color: CGColor

  package init(text: KeyedText, color: CGColor) {
    self.text = text
    self.color = color
  }
}

/// What whoever draws texts notes on one, to find its picture again without looking it up.
package protocol TextNote: AnyObject, Sendable {}

/// A text as the key of what was made from it: its hash is found once, when it is made.
package final class KeyedText: Hashable, Sendable {
  private let noted = Locked<(any TextNote)?>(nil)

  /// How it was drawn last, where that was noted; no part of what it is.
  package var note: (any TextNote)? {
    get { noted.withLock { $0 } }
    set { noted.withLock { $0 = newValue } }
  }

  package let text: StyledText
  package let isWrapped: Bool
  package let truncation: TextLayout.Truncation
  private let hash: Int

  package init(_ text: StyledText, isWrapped: Bool, truncation: TextLayout.Truncation) {
    self.text = text
    self.isWrapped = isWrapped
    self.truncation = truncation
    var hasher = Hasher()
    hasher.combine(text)
    hasher.combine(isWrapped)
    hasher.combine(truncation)
    hash = hasher.finalize()
  }

  package static func == (first: KeyedText, second: KeyedText) -> Bool {
    first === second
      || (first.hash == second.hash && first.isWrapped == second.isWrapped && first.truncation == second.truncation
        && first.text == second.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
