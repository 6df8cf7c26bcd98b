// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Removes attributes that have a meaning only for an Objective-C runtime or for Interface Builder, and `dynamic`
/// beside `@objc`.
final class AttributeRule: Rule {
  private static let gone: [String: String] = [
    "objc": "@objc", "objcMembers": "@objc", "nonobjc": "@objc", "IBOutlet": "@IB…", "IBAction": "@IB…",
    "IBInspectable": "@IB…", "IBDesignable": "@IB…", "IBSegueAction": "@IB…", "GKInspectable": "@IB…",
  ]

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.attributeName.text
    if let kind = Self.gone[name] {
      output.edits.remove(rangeWithBlanks(of: node))
      output.count(kind)
    } else if name == "UIApplicationMain" || name == "NSApplicationMain" {
      output.leave(node, "there is no application to start; write a main that asks for pictures")
    }
    return .skipChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    // Without `@objc` it has a meaning on Linux too: another module may replace the function.
    let attributes = node.parent?.parent?.asProtocol((any WithAttributesSyntax).self)?.attributes
    if node.name.text == "dynamic", attributes?.has("objc") ?? false {
      output.edits.remove(rangeWithBlanks(of: node))
      output.count("dynamic")
    }
    return .skipChildren
  }

  /// The range of an attribute with the spaces after it, or of its whole line if it is alone there.
  private func rangeWithBlanks(of node: some SyntaxProtocol) -> Range<Int> {
    let bytes = output.unit.bytes
    var (start, end) = (node.start, node.end)
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    let indentation = node.firstToken(viewMode: .sourceAccurate)?.indentation(in: bytes)
    if let indentation, end < bytes.count, bytes[end] == UInt8(ascii: "\n") || bytes[end] == UInt8(ascii: "\r") {
      start -= indentation.utf8.count
      if bytes[end] == UInt8(ascii: "\r"), end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\n") { end += 1 }
      end += 1
    }
    return start..<end
  }
}
