// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Runs a closure, as code for Apple's platforms does to free what its frameworks made meanwhile.
///
/// Without an Objective-C runtime nothing is released later than its last use, so there is nothing else to do.
///
/// - Parameter body: What is run.
/// - Returns: What it returns.
/// - Throws: What it throws.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
