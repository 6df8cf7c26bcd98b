// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Runs `body`, and throws its error as an error of another type.
///
///     let file = try converting(to: ExportError.file) { () throws(FileError) in try StreamedFile(path) }
///
/// - Parameters:
///   - convert: Makes the error that is thrown.
///   - body: The work; its error type has to be written, since closures do not infer it.
/// - Returns: The result of `body`.
@inlinable package func converting<Value, Inner: Error, Outer: Error>(
  to convert: (Inner) -> Outer, _ body: () throws(Inner) -> Value
) throws(Outer) -> Value {
  do throws(Inner) {
    return try body()
  } catch {
    throw convert(error)
  }
}

extension [UInt8] {
  /// As `withUnsafeBytes`, which loses the type of the error.
  ///
  /// - Returns: The result of `body`.
  @inlinable package func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outcome = withUnsafeBytes { (bytes) -> Result<Value, Failure> in
      do throws(Failure) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
