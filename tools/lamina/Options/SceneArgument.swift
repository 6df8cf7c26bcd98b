// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser

extension ArgumentHelp {
  /// The help of the argument that names a scene.
  static let scene = ArgumentHelp(
    "A .caml or .caar file, a .ca or .wallpaper folder, a Lottie file (.json or .lottie), or a zip of them.",
    valueName: "scene")
}
