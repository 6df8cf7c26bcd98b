// swift-format-ignore-file: NeverForceUnwrap
import LaminaLottie
import Testing

@Suite struct PlaceholderTests {
}
