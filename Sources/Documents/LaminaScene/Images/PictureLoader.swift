// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGraphics

/// The pictures of a document of another format: by the same rules, and within the same limits, as the pictures of
/// CAML.
package final class PictureLoader {
  private let library: ImageLibrary

  /// The first failure to get memory or files from the system for a picture: then the document is not read.
  package var shortage: SceneError? { library.shortage }

  /// Takes pictures from a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder; no name leads outside it. `nil` for `data:` URIs only.
  ///   - videos: The opener of videos; `nil` where none are shown.
  package init(folder: String?, limits: SceneLimits, videos: VideoOpener? = nil) {
    library = ImageLibrary(folder: ResourceFolder(folder), limits: limits, budget: ImageBudget(limits), videos: videos)
  }

  /// Takes pictures from folders of an archive, all within one budget.
  ///
  /// - Parameters:
  ///   - paths: The folders; an empty path is the archive's root.
  ///   - videos: The opener of videos; `nil` where none are shown.
  /// - Returns: A loader for each folder.
  package static func loaders(
    _ files: PackedFiles, paths: [String], limits: SceneLimits, videos: VideoOpener? = nil
  ) -> [PictureLoader] {
    let budget = ImageBudget(limits)
    return paths.map { path in
      PictureLoader(
        ImageLibrary(folder: ResourceFolder(files.archive, path: path), limits: limits, budget: budget, videos: videos))
    }
  }

  private init(_ library: ImageLibrary) { self.library = library }

  /// Returns the picture that a document calls `name`: a file in the folder, or a `data:` URI.
  ///
  /// The picture is decoded when a frame needs it.
  package func picture(named name: String) -> Result<CGImage, ValueProblem> {
    Result { () throws(ValueProblem) in try library.picture(named: name, isDeferred: true).image }
  }

  /// Notes in a scene the files that its pictures came from, so that writing the scene copies them.
  package func noteSources(in scene: inout Scene) {
    scene.pictureSources.merge(library.sources) { first, _ in first }
  }
}
