// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina

/// Options for comparing two pictures.
struct ComparisonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Draw the differences: black where equal, white where largest.", valueName: "out.png"))
  var diff: String?

  /// Compares two pictures, prints one line, and fails with 1 if any component differs by more than `tolerance`.
  func compare(
    _ first: CGImage, _ second: CGImage, named names: (String, String), tolerance: Int, prefix: String = "",
    _ console: Console
  ) throws {
    guard let comparison = ImageComparison(first, second, tolerance: tolerance) else {
      throw CommandFailure(
        .badData,
        "sizes differ: \(names.0) has \(first.width) x \(first.height) px, "
          + "\(names.1) has \(second.width) x \(second.height) px", console: console)
    }
    let isOver = comparison.largest > tolerance
    let verdict =
      isOver
      ? ": over the tolerance of \(tolerance) in \(comparison.pixelsOverTolerance) pixels"
      : tolerance > 0 ? ": within the tolerance of \(tolerance)" : ""
    try StandardOutput.write("\(prefix)\(comparison)\(verdict)\n", console)
    if let diff, let picture = comparison.picture { try write(picture, to: diff, console) }
    if isOver { throw CommandFailure(.different, nil, console: console) }
  }
}

/// `lamina compare`: compares two pictures, component by component.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two pictures of one size.",
    discussion: """
      Prints the largest and the mean difference in levels of 255, on premultiplied components, and how many pixels \
      differ. The exit code is 1 where a component differs by more than the tolerance, and 65 where the sizes differ.
      """)

  @Argument(help: ArgumentHelp("A picture: PNG, JPEG or WebP.", valueName: "a.png"))
  var first: String

  @Argument(help: ArgumentHelp("Another of the same size.", valueName: "b.png"))
  var second: String

  @Option(
    help: ArgumentHelp("Levels by which a component may differ. (default: 0)", valueName: "n"),
    transform: wholeNumber(in: 0...255))
  var tolerance = 0

  @OptionGroup var comparison: ComparisonOptions

  func run() throws {
    let console = Console()
    try comparison.compare(
      readPicture(first, console), readPicture(second, console), named: (first, second), tolerance: tolerance, console)
  }
}
