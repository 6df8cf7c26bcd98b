// swift-tools-version: 6.2
import PackageDescription

// This is a package of its own, so that programs that depend on Lamina do not compile swift-syntax.

/// The settings of all targets.
let house: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "porting",
  products: [.executable(name: "port", targets: ["PortCommand"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // Each toolchain has a major version of its own: 603 belongs to Swift 6.3.
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.0"),
  ],
  targets: [
    .target(
      name: "Porting",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"), .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftParserDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "PortCommand",
      dependencies: ["Porting", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: house),
    .testTarget(name: "PortingTests", dependencies: ["Porting"], swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
