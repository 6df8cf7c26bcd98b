// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
package import Lamina
import LaminaSystem

/// What a studio is, for as long as it runs.
package struct StudioSettings: Sendable {
  /// A scene or a folder of scenes, with the limits of pictures and documents and how Lottie animations move.
  package var request: SceneRequest
  /// The port of the loopback interface; 0 for any that is free.
  package var port = 0
  /// What requests have to bring as the first part of their path.
  ///
  /// - Range: letters, digits, `-` and `_`.
  package var token: String
  /// What draws the pictures unless the page asks for something else.
  package var renderer: RendererChoice
  /// Makes one of the tool's own scenes, for names that begin with `@`; `nil` where there is none of the name.
  package var ownScene: @Sendable (String) -> Scene?
  /// A folder whose files are served in place of the page that was compiled in, for work on the page itself.
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
