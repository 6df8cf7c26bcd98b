// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// `import ImageIO` works as on Apple's platforms: it reads and writes picture files, and re-exports the pictures.

@_exported public import CoreGraphics
