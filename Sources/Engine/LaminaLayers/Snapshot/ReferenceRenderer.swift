// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Which of Core Animation's two ways of drawing pictures agree with, where those two differ.
///
/// Pictures that a program asks for of its own layers follow `render(in:)`, pictures of documents follow screens;
/// options say otherwise.
///
/// On a screen, a render server draws layers. `CALayer.render(in:)` draws them through Core Graphics instead, which is
/// how most programs make pictures of layers. Two things differ: how the colours of a gradient are mixed, and the
/// edge of a shape layer while the layer moves.
///
/// - Conformance: GRAD-1, SHAPE-1
public enum ReferenceRenderer: UInt8, Codable, Sendable {
  /// As screens show layers: gradients are mixed in sRGB as it is encoded, and a picture of a shape layer's path may
  /// serve while the layer moves and turns.
  case screen
  /// As `render(in:)` draws layers: gradients are mixed in Generic RGB, and a path is drawn anew wherever it is shown,
  /// so that its edges are the exact area that it covers.
  case context
}
