/// Runs a closure, as code for Apple's platforms does to free what its frameworks made meanwhile.
///
/// Without an Objective-C runtime nothing is released later than its last use, so there is nothing else to do.
///
/// - Parameter body: What is run.
/// - Returns: What it returns.
/// - Throws: What it throws.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
