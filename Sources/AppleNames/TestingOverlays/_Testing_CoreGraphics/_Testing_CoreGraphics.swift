// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Swift Testing and CoreGraphics in one file make the compiler import this module besides, which Apple's toolchains
// have. Test targets that import both depend on the product TestingOverlays; programs do not, since it brings Testing
// with it.

@_exported public import Testing
