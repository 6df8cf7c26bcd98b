// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// OpenGL and EGL are called in two folders; everything else goes through what these offer.
@Suite struct GraphicsCallTests {
  static let homes = ["Sources/Engine/LaminaGPU/Device/", "Sources/Engine/LaminaGPU/Interface/", "Sources/C/CEGL/"]

  @Test("gl* and egl* are called only under Device and Interface")
  func calls() throws {
    var problems: [String] = []
    for file in try SourceFile.swift()
    where !file.path.hasPrefix("Tests/") && !Self.homes.contains(where: file.path.hasPrefix) {
      for (index, line) in file.code.enumerated() {
        guard let call = line.firstMatch(of: /\b(?:gl|egl|gbm_)[A-Z_]\w*(?=\s*\()/) else { continue }
        problems.append("\(file.place(index)): \(call.0) is called outside Device and Interface")
      }
    }
    expectNone(problems)
  }
}
