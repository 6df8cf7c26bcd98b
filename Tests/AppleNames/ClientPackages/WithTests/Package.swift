// swift-tools-version: 6.2
import PackageDescription

/// A library with tests that import Testing and CoreGraphics in one file, for which they depend on TestingOverlays.
let package = Package(
  name: "with-tests",
  products: [.library(name: "Thumbnails", targets: ["Thumbnails"])],
  dependencies: [.package(path: "../lamina")],
  targets: [
    .target(
      name: "Thumbnails",
      dependencies: [
        .product(name: "QuartzCore", package: "lamina"), .product(name: "CoreGraphics", package: "lamina"),
      ]),
    .testTarget(
      name: "ThumbnailsTests",
      dependencies: ["Thumbnails", .product(name: "TestingOverlays", package: "lamina")]),
  ]
)
