// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// `import UIKit` re-exports the modules that programs for Apple's platforms expect of it: Foundation, layers, text,
// files of pictures, and this module's views.

@_exported public import CoreText
@_exported public import Foundation
@_exported public import ImageIO
@_exported public import QuartzCore
