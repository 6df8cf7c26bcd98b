// swift-tools-version: 6.2
import PackageDescription

/// A program that sets lines of text: CoreText alone, no tests.
let package = Package(
  name: "core-text-alone",
  dependencies: [.package(path: "../lamina")],
  targets: [
    .executableTarget(name: "Drawing", dependencies: [.product(name: "CoreText", package: "lamina")])
  ]
)
