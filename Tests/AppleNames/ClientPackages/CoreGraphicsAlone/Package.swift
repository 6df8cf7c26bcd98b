// swift-tools-version: 6.2
import PackageDescription

/// A program that draws a PDF document and a bitmap: CoreGraphics alone, no tests.
let package = Package(
  name: "core-graphics-alone",
  dependencies: [.package(path: "../lamina")],
  targets: [
    .executableTarget(name: "Drawing", dependencies: [.product(name: "CoreGraphics", package: "lamina")])
  ]
)
