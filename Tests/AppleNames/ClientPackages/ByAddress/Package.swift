// swift-tools-version: 6.2
import PackageDescription

/// A program that draws text into a picture file: Lamina from the address of a repository, by version, no tests.
let package = Package(
  name: "by-address",
  dependencies: [
    // In earnest an address of the network, and a version that is there.
    .package(url: Context.environment["LAMINA_ADDRESS"] ?? "https://example.com/lamina", from: "1000.0.0")
  ],
  targets: [
    .executableTarget(
      name: "Drawing",
      dependencies: [
        .product(name: "QuartzCore", package: "lamina"), .product(name: "CoreGraphics", package: "lamina"),
        .product(name: "CoreText", package: "lamina"), .product(name: "ImageIO", package: "lamina"),
      ])
  ]
)
