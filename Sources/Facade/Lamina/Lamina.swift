// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// What `import Lamina` brings: the model tree, its geometry and colours, documents, plans and both renderers.
// CEGL and the other C modules are never re-exported. Foundation is, as by Apple's QuartzCore: the tree's interface is
// made of its CGRect, CGPoint and TimeInterval.

@_exported public import Foundation
@_exported public import LaminaCPU
@_exported public import LaminaGPU
@_exported public import LaminaGeometry
@_exported public import LaminaGraphics
@_exported public import LaminaLayers
@_exported public import LaminaLottie
@_exported public import LaminaPlan
@_exported public import LaminaScene
