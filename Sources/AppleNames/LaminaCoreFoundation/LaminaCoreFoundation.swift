// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Foundation's names, which Foundation on Linux lacks. The module is not called CoreFoundation, since the
// toolchain has a module of this name. CoreGraphics re-exports it.

@_exported public import Foundation
