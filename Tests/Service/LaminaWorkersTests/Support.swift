// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import LaminaWorkers

/// A renderer whose worker is the tool.
func isolatedRenderer(_ change: (inout WorkerSettings) -> Void = { _ in }) -> IsolatedRenderer {
  var settings = WorkerSettings()
  settings.program = LaminaTool.url.path
  settings.drawing = .cpu(threads: 2)
  change(&settings)
  return IsolatedRenderer(settings)
}

/// A red square of 8 pixels.
let redSquare =
  "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">"
  + "<CALayer bounds=\"0 0 8 8\" backgroundColor=\"1 0 0\"/></caml>"

/// A document that shows a picture.
func showing(_ name: String) -> String {
  "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 8 8\">"
    + "<contents type=\"CGImage\" src=\"\(name)\"/></CALayer></caml>"
}

/// How many descriptors this process has open.
func openDescriptors() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
}
