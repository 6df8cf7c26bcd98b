/// How a picture is sampled.
///
/// - Conformance: CONTENT-5
package enum ContentsFilter: UInt8, Sendable {
  case nearest, linear, trilinear
}
