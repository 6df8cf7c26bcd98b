// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The sampling of a picture.
///
/// - Conformance: CONTENT-5
@usableFromInline package enum ContentsFilter: UInt8, Sendable {
  case nearest, linear, trilinear
}
