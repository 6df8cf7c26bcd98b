// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The compiler imports this module for every file that imports both Swift Testing and CoreGraphics; Apple's toolchains
// supply their own. Test targets that import both depend on the product TestingOverlays. Programs do not, since it
// re-exports Testing.

@_exported public import Testing
