// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina

/// What is drawn at one time: the time, the size and what lies behind.
struct CanvasOptions: ParsableArguments {
  @OptionGroup var size: CanvasSizeOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The time to draw, in seconds. (default: 0)", valueName: "t"),
    transform: finiteNumber)
  var time: Double = 0

  @OptionGroup var moment: MomentOptions

  /// The library's options for these and `limits`.
  func renderOptions(_ limits: LimitOptions) -> RenderOptions { size.renderOptions(limits) }
}

/// The size of a picture and what lies behind it.
struct CanvasSizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Pixels a point. (default: 1)", valueName: "s"), transform: positiveNumber)
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Make exactly so many pixels; the canvas is scaled uniformly and centred.", valueName: "WxH"),
    transform: PixelSize.init(argument:))
  var size: PixelSize?

  @Option(
    help: ArgumentHelp(
      "The colour behind the finished picture: #rgb, #rgba, #rrggbb, #rrggbbaa or none. (default: none)",
      valueName: "colour"),
    transform: BackgroundArgument.init(argument:))
  var background: BackgroundArgument?

  func validate() throws {
    if scale != nil, size != nil { throw ValidationError("--scale and --size exclude each other") }
  }

  /// The library's options for these and `limits`.
  func renderOptions(_ limits: LimitOptions) -> RenderOptions {
    var options = RenderOptions()
    if let scale { options.scale = scale }
    options.size = size
    options.background = background?.color
    options.limits = limits.renderLimits
    return options
  }
}
