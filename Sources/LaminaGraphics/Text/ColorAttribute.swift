/// An object that text attributes take for its colour, as UIKit's colours are.
package protocol ColorAttribute {
  /// The colour.
  var cgColor: CGColor { get }
}
