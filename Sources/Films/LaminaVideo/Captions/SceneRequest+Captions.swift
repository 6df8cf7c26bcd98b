// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina
package import LaminaGraphics
package import LaminaScene

extension SceneRequest {
  /// The whole scene: the document in its state, with values and captions.
  ///
  /// - Parameter videos: Opens videos that the document names as pictures.
  package func scene(videos: VideoOpener?) throws(PictureFailure) -> Scene {
    var scene = try read(videos: videos)
    var restoration = SceneRestoration()
    try fill(&scene, &restoration)
    return scene
  }

  /// Sets the values; then adds the captions, whose template they may have set.
  ///
  /// - Parameter restoration: Notes each value as it was before.
  package func fill(_ scene: inout Scene, _ restoration: inout SceneRestoration) throws(PictureFailure) {
    try assignValues(in: scene, &restoration)
    guard let captions else { return }
    do throws(CaptionError) {
      try scene.add(Captions(contentsOf: captions))
    } catch {
      let isMissing = if case .unreadable = error { true } else { false }
      throw PictureFailure(isMissing ? .noInput : .badData, "\(error)")
    }
  }
}
