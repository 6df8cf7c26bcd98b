// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina

/// Options for reading documents.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How Lottie files move along spatial curves: length, by the length of the way as in After Effects, or core-animation, by the "
        + "curve's parameter as in Apple's players. (default: length)", valueName: "kind"),
    transform: oneOf(LottieMotion.self))
  var lottieMotion: LottieMotion = .length

  /// A request for a document as written, read within limits.
  func request(_ document: String, _ limits: LimitOptions) -> SceneRequest {
    var request = SceneRequest(document)
    (request.limits, request.lottieMotion) = (limits.sceneLimits, lottieMotion)
    request.options.limits = limits.renderLimits
    return request
  }
}
