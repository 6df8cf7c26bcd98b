// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Swift Testing has a part for UIKit, which the compiler asks for in a file that imports both. Apple's comes with its
// platforms; on this one Swift Testing alone is enough.

@_exported public import Testing
