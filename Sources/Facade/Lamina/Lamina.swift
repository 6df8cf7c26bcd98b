// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The modules that `import Lamina` re-exports: the layer tree, its geometry and colours, documents, plans and both
// renderers. CEGL and the other C modules are never re-exported. Foundation is, as by Apple's QuartzCore, since the
// tree's interface uses its CGRect, CGPoint and TimeInterval.

@_exported public import Foundation
@_exported public import LaminaCPU
@_exported public import LaminaGPU
@_exported public import LaminaGeometry
@_exported public import LaminaGraphics
@_exported public import LaminaLayers
@_exported public import LaminaLottie
@_exported public import LaminaPlan
@_exported public import LaminaPlanner
@_exported public import LaminaScene
@_exported public import LaminaSystem
