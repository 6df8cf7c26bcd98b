// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Lamina
public import LaminaGraphics
public import LaminaPlan

/// A picture that an isolated worker has drawn.
public struct IsolatedPicture: Sendable {
  /// The pixels. A worker that a document has taken over may draw anything: they are no more than what the document
  /// wants to be seen.
  public var image: CGImage
  /// What the document asks for and the picture does not show.
  public var diagnostics: [Diagnostic]
  /// What drew, as `Renderer.description`.
  public var renderer: String
  /// Why that was taken, as `Renderer.reason`.
  public var reason: String?
  /// How long the steps took, by the worker's clock.
  public var timings: RenderTimings
  /// What the renderer counted, by the worker's word.
  public var statistics: RenderStatistics
}

/// The former name of a request, which is no longer for isolated workers alone.
@available(*, deprecated, renamed: "SceneRequest")
public typealias PictureRequest = SceneRequest
