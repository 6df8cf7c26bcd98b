// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// `import AVFoundation` re-exports the modules that programs with layers over videos need: assets, compositions,
// players, exports, layers and Foundation.

@_exported public import Foundation
@_exported public import LaminaExport
@_exported public import QuartzCore
