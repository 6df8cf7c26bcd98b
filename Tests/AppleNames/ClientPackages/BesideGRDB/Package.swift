// swift-tools-version: 6.2
import PackageDescription

/// A library with tests beside a package that asks whether there is a CoreGraphics, and then takes CGFloat from it.
let package = Package(
  name: "beside-grdb",
  products: [.library(name: "Thumbnails", targets: ["Thumbnails"])],
  dependencies: [
    .package(path: "../lamina"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "Thumbnails",
      dependencies: [
        .product(name: "QuartzCore", package: "lamina"), .product(name: "CoreGraphics", package: "lamina"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "ThumbnailsTests",
      dependencies: ["Thumbnails", .product(name: "TestingOverlays", package: "lamina")]),
  ]
)
