// swift-tools-version: 6.2
import PackageDescription

/// A program that writes and reads a picture file: ImageIO alone, no tests.
let package = Package(
  name: "image-io-alone",
  dependencies: [.package(path: "../lamina")],
  targets: [
    .executableTarget(name: "Drawing", dependencies: [.product(name: "ImageIO", package: "lamina")])
  ]
)
