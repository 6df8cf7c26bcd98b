// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGraphics

/// The pictures of a document of another format: by the same rules, and within the same limits, as those of CAML.
package final class PictureLoader {
  private let library: ImageLibrary

  /// What the machine would not give for a picture, the first time: then the document is not read.
  package var shortage: SceneError? { library.shortage }

  /// Takes pictures from a folder.
  ///
  /// - Parameters:
  ///   - folder: No name leads outside it. `nil` for `data:` URIs only.
  ///   - videos: What opens videos; `nil` where none are shown.
  package init(folder: String?, limits: SceneLimits, videos: VideoOpener? = nil) {
    library = ImageLibrary(folder: ResourceFolder(folder), limits: limits, budget: ImageBudget(limits), videos: videos)
  }

  /// Takes pictures from folders of an archive, all within one budget.
  ///
  /// - Parameters:
  ///   - paths: The folders; an empty one is the archive's root.
  ///   - videos: What opens videos; `nil` where none are shown.
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

  /// The picture that a document calls `name`: a file in the folder, or a `data:` URI.
  ///
  /// It is decoded when a frame needs it.
  package func picture(named name: String) -> Result<CGImage, ValueProblem> {
    Result { () throws(ValueProblem) in try library.picture(named: name, isDeferred: true).image }
  }

  /// Lets a scene know from which files its pictures came, so that writing it copies them.
  package func noteSources(in scene: inout Scene) {
    scene.pictureSources.merge(library.sources) { first, _ in first }
  }
}
