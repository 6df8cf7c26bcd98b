// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// `import CoreText` works as on Apple's platforms, with fonts, descriptors, lines, runs and frames, and the contexts
// that they draw into. `CTFont`, which layers show, is the engine's.

@_exported public import CoreGraphics
