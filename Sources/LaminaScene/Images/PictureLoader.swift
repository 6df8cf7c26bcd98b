package import LaminaGraphics

/// The pictures of a document of another format: by the same rules, and within the same limits, as those of CAML.
package final class PictureLoader {
  private let library: ImageLibrary

  /// What the machine would not give for a picture, the first time: then the document is not read.
  package var shortage: SceneError? { library.shortage }

  /// Takes pictures from a folder.
  ///
  /// - Parameter folder: No name leads outside it. `nil` for `data:` URIs only.
  package init(folder: String?, limits: SceneLimits) {
    library = ImageLibrary(folder: ResourceFolder(folder), limits: limits, budget: ImageBudget())
  }

  /// Takes pictures from a folder of an archive.
  ///
  /// - Parameter path: The folder; empty for the archive's root.
  package init(_ files: PackedFiles, path: String, limits: SceneLimits) {
    library = ImageLibrary(
      folder: ResourceFolder(files.archive, path: path), limits: limits, budget: ImageBudget())
  }

  /// The picture that a document calls `name`: a file in the folder, or a `data:` URI.
  package func picture(named name: String) -> Result<CGImage, ValueProblem> {
    Result { () throws(ValueProblem) in try library.picture(named: name).image }
  }
}
