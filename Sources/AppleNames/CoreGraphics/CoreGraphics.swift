// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// `import CoreGraphics` works as on Apple's platforms, with paths, colours, pictures and contexts of the engine, PDF
// documents, and the names of Core Foundation. Foundation is re-exported, as there, since packages that ask
// `canImport(CoreGraphics)` look for CGFloat and CGRect in it.
//
// In one file with Swift Testing the module, and every module that re-exports it, needs the product TestingOverlays.

@_exported public import Foundation
@_exported public import LaminaCoreFoundation
@_exported public import LaminaGeometry
@_exported public import LaminaGraphics
