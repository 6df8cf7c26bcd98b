// swift-tools-version: 6.2
import PackageDescription

/// A program with a view, a label and a font descriptor: UIKit alone, no tests.
let package = Package(
  name: "uikit-alone",
  dependencies: [.package(path: "../lamina")],
  targets: [
    .executableTarget(name: "Drawing", dependencies: [.product(name: "UIKit", package: "lamina")])
  ]
)
