// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
package import Lamina
import LaminaSystem

/// The settings of a studio, which hold for its lifetime.
package struct StudioSettings: Sendable {
  /// A scene or a folder of scenes, with the limits of pictures and documents and the motion of Lottie animations.
  package var request: SceneRequest
  /// The port of the loopback interface; 0 for any free port.
  package var port = 0
  /// The token that requests must have as the first part of their path.
  ///
  /// - Range: letters, digits, `-` and `_`.
  package var token: String
  /// The renderer that is used unless the page requests another.
  package var renderer: RendererChoice
  /// Makes one of the tool's own scenes, whose names begin with `@`; `nil` if none has the name.
  package var ownScene: @Sendable (String) -> Scene?
  /// A folder whose files are served in place of the compiled page, for work on the page itself.
  package var pageFolder: String?

  /// Makes the settings of a studio.
  package init(
    _ request: SceneRequest, token: String, renderer: RendererChoice = .automatic,
    ownScene: @escaping @Sendable (String) -> Scene? = { _ in nil }
  ) {
    (self.request, self.token, self.renderer, self.ownScene) = (request, token, renderer, ownScene)
  }

  /// The path of the scene or the folder.
  var path: String { request.document }
}
#endif
