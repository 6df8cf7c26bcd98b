import LaminaTestSupport
import Testing
import UIKit

@Suite struct UIColorTests {
  @Test func first() { #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1)) }
}
