// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// Computes numbers from numbers: it receives the function's `info`, the inputs, and room for the outputs.
public typealias CGFunctionEvaluateCallback = (
  _ info: UnsafeMutableRawPointer?, _ inData: UnsafePointer<CGFloat>, _ outData: UnsafeMutablePointer<CGFloat>
) -> Void

/// Is called when a function is freed, with its `info`.
public typealias CGFunctionReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// The callbacks of a function.
public struct CGFunctionCallbacks {
  /// The version of this structure: 0.
  public var version: UInt32
  /// Computes the outputs; without it they are all 0.
  public var evaluate: CGFunctionEvaluateCallback?
  /// Is called when the function is freed.
  public var releaseInfo: CGFunctionReleaseInfoCallback?

  /// Makes callbacks that do nothing.
  public init() { self.init(version: 0, evaluate: nil, releaseInfo: nil) }

  /// Makes callbacks.
  public init(
    version: UInt32, evaluate: CGFunctionEvaluateCallback?, releaseInfo: CGFunctionReleaseInfoCallback?
  ) {
    (self.version, self.evaluate, self.releaseInfo) = (version, evaluate, releaseInfo)
  }
}

/// A function of numbers, which gives a shading its colours.
///
/// A function belongs to one thread at a time.
public final class CGFunction {
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGFunctionCallbacks
  private let domain: [CGFloat]?
  private let range: [CGFloat]?
  let inputCount: Int
  let outputCount: Int

  /// Makes a function.
  ///
  /// - Parameters:
  ///   - info: The pointer that is passed to the callbacks.
  ///   - domainDimension: The number of inputs, 1...64.
  ///   - domain: For each input the least and the greatest value, to which the input is clamped; `nil` for any.
  ///   - rangeDimension: The number of outputs, 1...64.
  ///   - range: For each output the least and the greatest value, to which the output is clamped; `nil` for any.
  ///   - callbacks: The callbacks that compute the outputs.
  /// - Returns: `nil` when a number is out of range.
  public init?(
    info: UnsafeMutableRawPointer?, domainDimension: Int, domain: UnsafePointer<CGFloat>?, rangeDimension: Int,
    range: UnsafePointer<CGFloat>?, callbacks: UnsafePointer<CGFunctionCallbacks>
  ) {
    guard (1...64).contains(domainDimension), (1...64).contains(rangeDimension) else { return nil }
    self.info = info
    self.callbacks = callbacks.pointee
    self.domain = domain.map { Array(UnsafeBufferPointer(start: $0, count: 2 * domainDimension)) }
    self.range = range.map { Array(UnsafeBufferPointer(start: $0, count: 2 * rangeDimension)) }
    (inputCount, outputCount) = (domainDimension, rangeDimension)
  }

  deinit {
    callbacks.releaseInfo?(info)
  }

  /// The least and the greatest value of the first input.
  var firstDomain: (CGFloat, CGFloat) { domain.map { ($0[0], $0[1]) } ?? (0, 1) }

  /// The outputs for a value of the first input and the least values of all others.
  func values(at first: CGFloat) -> [CGFloat] {
    var inputs = (0..<inputCount).map { domain?[2 * $0] ?? 0 }
    inputs[0] = domain.map { min(max(first, $0[0]), $0[1]) } ?? first
    var outputs = [CGFloat](repeating: 0, count: outputCount)
    callbacks.evaluate?(info, inputs, &outputs)
    guard let range else { return outputs }
    return outputs.enumerated().map { min(max($1, range[2 * $0]), range[2 * $0 + 1]) }
  }
}
