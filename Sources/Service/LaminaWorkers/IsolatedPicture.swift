// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Lamina
public import LaminaGraphics
public import LaminaPlan

/// A picture that an isolated worker has drawn.
public struct IsolatedPicture: Sendable {
  /// The pixels. A document that has taken over the worker can draw anything, so they show no more than what the
  /// document wants to show.
  public var image: CGImage
  /// Diagnostics of the document's content that the picture does not show.
  public var diagnostics: [Diagnostic]
  /// The renderer, as `Renderer.description`.
  public var renderer: String
  /// The reason for its choice, as `Renderer.reason`.
  public var reason: String?
  /// The durations of the steps, by the worker's clock.
  public var timings: RenderTimings
  /// The renderer's counters, as the worker reports them.
  public var statistics: RenderStatistics
}

/// The former name of a request, which now serves more than isolated workers.
@available(*, deprecated, renamed: "SceneRequest")
public typealias PictureRequest = SceneRequest
