// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Names of Objective-C that Foundation has on Apple's platforms and not on Linux.

/// A whole number, as Objective-C calls it.
public typealias NSInteger = Int
/// A whole number that is not negative, as Objective-C calls it. Swift imports it as `Int`, except for bits.
public typealias NSUInteger = UInt
