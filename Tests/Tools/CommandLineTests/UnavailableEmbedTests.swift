// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// The tool that declares unavailable names when the package is built writes Swift, and says where a mistake is.
@Suite struct UnavailableEmbedTests {
  /// Runs the tool for the module `Kit`.
  private func declare(_ list: String) throws -> (status: Int32, message: String, text: String) {
    let folder = try TemporaryFolder()
    try folder.write(list, to: "names.list")
    let ran = try LaminaTool.shell("EmbedTool unavailable \(folder.path("names.list")) Kit \(folder.path("out.swift"))")
    let written = try? String(contentsOfFile: folder.path("out.swift"), encoding: .utf8)
    return (ran.status, ran.errors, written ?? "")
  }

  @Test("types, members, functions and extensions become declarations with the reason as their message")
  func declarations() throws {
    let result = try declare(
      """
      # a comment
      ## Views
      @ Kit Base
      = View
      name frame
      - touch(_:at:) isTouched: there are no \"events\"; ask for a point: hitTest(_:)
        func touch(_ view: View, at point: Point)
        var isTouched wasTouched: Bool
      = Mode
      - flip: there are no flips
        extension View.Mode
          static var flip: View.Mode
      ! Button Switch Slider: draw them
        class Button Switch: View
        class Slider: View
          required init?(coder: Coder)
        protocol Tapped: AnyObject
      @ Other
      ! Door: no doors
        class Door
      @ Kit
      ~ Functions
      - open(_:): nothing opens
        func open(_ door: Int) -> Bool

      """)
    #expect(result.status == 0, "\(result.message)")
    let reason = #"there are no \"events\"; ask for a point: hitTest(_:)"#
    let doc = "/// Not in Lamina: there are no \"events\"; ask for a point: hitTest(_:)."
    let accessors = "{ get { fatalError() } set { fatalError() } }"
    #expect(
      result.text == """
        // Written by EmbedTool from docs/compatibility.list; not to be edited.

        public import Base
        @available(*, unavailable, message: "\(reason)")
        extension View {
          \(doc)
          public func touch(_ view: View, at point: Point) { fatalError() }
          \(doc)
          public var isTouched: Bool \(accessors)
          \(doc)
          public var wasTouched: Bool \(accessors)
        }
        @available(*, unavailable, message: "there are no flips")
        extension View.Mode {
          /// Not in Lamina: there are no flips.
          public static var flip: View.Mode \(accessors)
        }
        /// Not in Lamina: draw them.
        @available(*, unavailable, message: "draw them")
        public class Button: View {
        }
        /// Not in Lamina: draw them.
        @available(*, unavailable, message: "draw them")
        public class Switch: View {
        }
        /// Not in Lamina: draw them.
        @available(*, unavailable, message: "draw them")
        public class Slider: View {
          /// Not in Lamina: draw them.
          public required init?(coder: Coder) { fatalError() }
        }
        /// Not in Lamina: draw them.
        @available(*, unavailable, message: "draw them")
        public protocol Tapped: AnyObject {
        }
        /// Not in Lamina: nothing opens.
        @available(*, unavailable, message: "nothing opens")
        public func open(_ door: Int) -> Bool { fatalError() }

        """)
  }

  @Test("older names of constants are the members of a type, whose abbreviations keep their letters")
  func constants() throws {
    let result = try declare(
      "@ Kit Base\n~ Constants\nkOther\n+ Format kFormat Gray8 RGBA8\n+ Edge k TopLeft\n@ Other\n+ Door kDoor Open\n")
    #expect(result.status == 0, "\(result.message)")
    #expect(
      result.text == """
        // Written by EmbedTool from docs/compatibility.list; not to be edited.

        public import Base
        /// See `Format/gray8`.
        public let kFormatGray8 = Format.gray8
        /// See `Format/RGBA8`.
        public let kFormatRGBA8 = Format.RGBA8
        /// See `Edge/topLeft`.
        public let kTopLeft = Edge.topLeft

        """)
  }

  @Test(
    "mistakes are errors with file and line",
    arguments: [
      ("@ Kit\n! A B: no doors\n  class A B\n    init()\n", "names.list:4: error: a member of no type"),
      ("@ Kit\n  class Door\n", "names.list:2: error: a declaration without a reason above it"),
      ("! Door: no doors\n  class Door\n@ Kit\n", "names.list:2: error: a declaration before the line '@ MODULE'"),
      ("@ Kit\n! Door: no doors\n  enum Door\n", "names.list:3: error: no declaration of a type, a function"),
      ("@ Kit\n! Door: no doors\n    class Door\n", "names.list:3: error: a member of no type: indented too far"),
      ("@ Kit\n! Door: no doors\n  class Door\n      init()\n", "names.list:4: error: a member of no type"),
      ("@ Kit\n! Door: no doors\n  func door()\n    init()\n", "names.list:4: error: a member of no type"),
      ("@ Other\n! Door: no doors\n  class Door\n", "names.list:1: error: no line '@ Kit'"),
      ("@\n", "names.list:1: error: expected '@ MODULE IMPORT...'"),
      ("@ Kit\n+ Edge k\n", "names.list:2: error: expected '+ TYPE PREFIX SUFFIX...'"),
      ("+ Edge k Top\n@ Kit\n", "names.list:1: error: constants before the line '@ MODULE'"),
    ])
  func mistakes(_ list: String, _ message: String) throws {
    let result = try declare(list)
    #expect(result.status == 1 && result.text.isEmpty)
    #expect(result.message.contains(message), "\(result.message)")
  }
}
