// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaWorkers

/// The moment, the size and the background of a picture.
struct CanvasOptions: ParsableArguments {
  @OptionGroup var size: CanvasSizeOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The time to draw, in seconds. (default: 0)", valueName: "t"),
    transform: ParameterText.finiteNumber)
  var time: Double = 0

  @OptionGroup var moment: MomentOptions

  /// The library's options for these arguments and `limits`.
  func renderOptions(_ limits: LimitOptions) -> RenderOptions { size.renderOptions(limits) }

  /// Sets the moment, the size and the background of a request.
  func apply(to request: inout SceneRequest) {
    size.apply(to: &request.options)
    if let progress = moment.progress {
      request.moment = .progress(progress)
    } else if let frame = moment.frame {
      request.moment = .frame(frame)
    } else if let marker = moment.marker {
      request.moment = .marker(marker)
    } else {
      request.moment = .time(time)
    }
  }
}

/// The size of a picture and its background.
struct CanvasSizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Pixels a point. (default: 1)", valueName: "s"), transform: ParameterText.positiveNumber)
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Make exactly so many pixels; the canvas is scaled uniformly and centred.", valueName: "WxH"),
    transform: ParameterText.size)
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

  /// The library's options for these arguments and `limits`.
  func renderOptions(_ limits: LimitOptions) -> RenderOptions {
    var options = RenderOptions()
    apply(to: &options)
    options.limits = limits.renderLimits
    return options
  }

  /// Sets the size and the background.
  func apply(to options: inout RenderOptions) {
    if let scale { options.scale = scale }
    (options.size, options.background) = (size, background?.color)
  }
}
