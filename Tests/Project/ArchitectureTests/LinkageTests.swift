// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// The CPU path lives on machines without EGL, so no library of the graphics stack may be linked.
@Suite struct LinkageTests {
  @Test("the tool names no graphics library that the loader would look for")
  func neededLibraries() throws {
    let file = try #require(ELFFile(contentsOf: LaminaTool.url), "\(LaminaTool.url.path) is not there, or no binary")
    let needed = file.neededLibraries
    #expect(needed.contains { $0.hasPrefix("libc.so") }, "the list is read wrongly: \(needed)")
    for library in ["libEGL", "libGLES", "libGL", "libgbm", "libdrm", "libX11", "libwayland"] {
      #expect(!needed.contains { $0.hasPrefix(library) }, "\(library) is linked: \(needed)")
    }
  }
}
