// swift-tools-version: 6.2
import PackageDescription

/// A program that draws a layer tree: Lamina from a folder, QuartzCore alone, no tests.
let package = Package(
  name: "by-path",
  dependencies: [.package(path: "../lamina")],
  targets: [
    .executableTarget(name: "Drawing", dependencies: [.product(name: "QuartzCore", package: "lamina")])
  ]
)
