// What of lottie-ios itself is left out, because it loads, caches or is a view.

import Foundation
import QuartzCore

class LottieAnimationLayer: CALayer { func updateInFlightAnimation() {} }
class LRUCache<Key: Hashable, Value> {
  init(countLimit: Int = 0) {}
  func value(forKey: Key) -> Value? { nil }
  func setValue(_: Value?, forKey: Key) {}
}
extension Data {
  /// The bytes of a `data:` address.
  init?(dataURLString: String) {
    guard dataURLString.hasPrefix("data:"), let comma = dataURLString.firstIndex(of: ","),
      let data = Data(base64Encoded: String(dataURLString[dataURLString.index(after: comma)...]))
    else { return nil }
    self = data
  }
}
