// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGraphics
import LaminaSystem
internal import Synchronization

/// The content that a text layer draws in place of `contents`.
///
/// - Conformance: TEXT-1
package struct TextContent: Sendable {
  /// The text and its layout.
  package var text: KeyedText
  /// The colour of text that has no colour of its own.
  package var color: CGColor
}

/// An object that a renderer attaches to a text, to find its picture again without a search.
package protocol TextNote: AnyObject, Sendable {}

/// A text as the key of values derived from it: its hash is computed once, when the key is made.
package final class KeyedText: Hashable, Sendable {
  private let noted = Locked<(any TextNote)?>(nil)

  /// The renderer's note on the text; it plays no part in comparisons.
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
