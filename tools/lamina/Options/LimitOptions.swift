// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina
import LaminaWorkers

/// The limits of untrusted documents.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The most pixels a picture may have. (default: 268435456)", valueName: "n"),
    transform: wholeNumber(in: 1...Int.max))
  var maxPixels: Int?

  @Option(
    help: ArgumentHelp(
      "The most memory for the picture with its offscreen targets, and again for the document's decoded pictures, "
        + "in bytes or with K, M, G. (default: 3/4 of the machine's; 2G for pictures)", valueName: "bytes"),
    transform: ParameterText.byteCount)
  var maxMemory: Int?

  @Option(
    help: ArgumentHelp("The longest document. (default: 64M)", valueName: "bytes"), transform: ParameterText.byteCount)
  var maxDocument: Int?

  @Option(
    help: ArgumentHelp(
      "The most elements in a document, and the most copies, particles and pieces of planes that cross in a picture. "
        + "(default: 1000000)", valueName: "n"),
    transform: wholeNumber(in: 1...Int.max))
  var maxElements: Int?

  @Option(
    help: ArgumentHelp(
      "The deepest that layers may lie inside one another. (default: 1000000)", valueName: "n"),
    transform: wholeNumber(in: 1...Int.max))
  var maxDepth: Int?

  @Option(
    help: ArgumentHelp(
      "The most pixels that all that is drawn may touch together, those under each other counted each time. "
        + "(default: 68719476736)", valueName: "n"),
    transform: wholeNumber(in: 1...Int.max))
  var maxTouched: Int?

  @Option(
    help: ArgumentHelp(
      "The longest that reading, planning and drawing a picture may take; of a film, that reading and each frame may take. "
        + "(default: 600; of 'serve' 30, of 'studio' 60)",
      valueName: "seconds"),
    transform: ParameterText.positiveNumber)
  var maxTime: Double?

  /// The renderer's limits for these arguments.
  var renderLimits: RenderLimits {
    var limits = RenderLimits()
    if let maxPixels { limits.pixels = maxPixels }
    if let maxMemory { limits.memory = maxMemory }
    if let maxElements { limits.elements = maxElements }
    if let maxDepth { limits.depth = maxDepth }
    if let maxTouched { limits.touchedPixels = maxTouched }
    if let maxTime { limits.time = maxTime }
    return limits
  }

  /// The reader's limits for these arguments.
  var sceneLimits: SceneLimits {
    var limits = SceneLimits()
    if let maxDocument { limits.documentBytes = maxDocument }
    if let maxElements { limits.elements = maxElements }
    if let maxMemory { limits.decodedImageBytes = maxMemory }
    if let maxTime { limits.time = maxTime }
    return limits
  }
}
