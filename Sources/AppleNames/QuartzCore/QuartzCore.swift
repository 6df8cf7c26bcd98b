// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// `import QuartzCore` works as on Apple's platforms: it re-exports all of Lamina, and Core Graphics.

@_exported public import CoreGraphics
@_exported public import Lamina
