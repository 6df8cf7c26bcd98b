// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// `import AVFoundation` brings what programs that put layers over videos expect of it: assets, compositions, players
// and exports, and the layers and Foundation with them.

@_exported public import Foundation
@_exported public import LaminaExport
@_exported public import QuartzCore
