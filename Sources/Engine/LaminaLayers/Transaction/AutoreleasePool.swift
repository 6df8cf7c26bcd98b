// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Runs a closure, as code for Apple's platforms does to release objects that frameworks made meanwhile.
///
/// Without an Objective-C runtime no object is released later than its last use, so there is nothing else to do.
///
/// - Parameter body: The closure.
/// - Returns: The closure's result.
/// - Throws: The closure's error.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
