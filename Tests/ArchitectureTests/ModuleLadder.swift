// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Which of our modules may import which others, and what else: the ladder of ARCHITECTURE.md.
struct LadderRow: Sendable {
  /// The target.
  var target: String
  /// Its folder.
  var folder: String
  /// Our modules, C modules and packages that it may import. Modules of the toolchain are free to all.
  var allowed: Set<String>

  init(_ target: String, _ folder: String, _ allowed: Set<String>) {
    self.target = target
    self.folder = folder
    self.allowed = allowed
  }
}

private let planModules: Set = ["LaminaPlan", "LaminaLayers", "LaminaGraphics", "LaminaGeometry"]
private let rendererModules = planModules.subtracting(["LaminaLayers"])
private let sceneModules: Set = ["LaminaScene", "LaminaLayers", "LaminaGraphics", "LaminaGeometry"]
private let facadeModules: Set = planModules.union(["Lamina", "LaminaLottie", "LaminaScene", "LaminaCPU", "LaminaGPU"])
private let codecs: Set = ["CPNG", "CTurboJPEG", "CWebP", "CLCMS", "CDeflate", "CISAL"]

private let clientModules: Set = [
  "QuartzCore", "CoreGraphics", "CoreText", "ImageIO", "Drawing", "GRDB", "Thumbnails", "PackageDescription",
]

private let serviceModules: Set = [
  "Hummingbird", "HummingbirdCore", "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "ServiceLifecycle",
  "UnixSignals", "CoreMetrics", "Crypto", "GRDB", "Logging",
]

private let portingModules: Set = [
  "Porting", "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "ArgumentParser",
  "PackageDescription",
]

/// From the bottom up; a folder inside another row's folder belongs to the longer one.
let moduleLadder: [LadderRow] = [
  LadderRow("LaminaNumbers", "Sources/LaminaNumbers", []),
  LadderRow("LaminaGeometry", "Sources/LaminaGeometry", ["LaminaNumbers"]),
  LadderRow("LaminaGraphics", "Sources/LaminaGraphics", codecs.union(["LaminaGeometry", "CCairo", "CPango"])),
  LadderRow("LaminaLayers", "Sources/LaminaLayers", ["LaminaGraphics", "LaminaGeometry"]),
  LadderRow("LaminaPlan", "Sources/LaminaPlan", ["LaminaLayers", "LaminaGraphics", "LaminaGeometry"]),
  // Renderers see plans, and know nothing of layers.
  LadderRow("LaminaCPU", "Sources/LaminaCPU", rendererModules.union(["CLanes"])),
  LadderRow("LaminaShaders", "Shaders", []),
  LadderRow("LaminaGPU", "Sources/LaminaGPU", rendererModules.union(["LaminaShaders", "CEGL", "Logging"])),
  LadderRow(
    "LaminaScene", "Sources/LaminaScene", ["LaminaLayers", "LaminaGraphics", "LaminaGeometry", "CExpat", "CZip"]),
  // Beside CAML: it makes the same `Scene`, and takes archives and pictures by the same rules.
  LadderRow("LaminaLottie", "Sources/LaminaLottie", sceneModules),
  LadderRow("Lamina", "Sources/Lamina", facadeModules.subtracting(["Lamina"]).union(["Logging"])),
  // Code that the tutorial shows, compiled in Examples/articles.
  LadderRow("Lamina.docc", "Sources/Lamina/Lamina.docc", ["QuartzCore"]),
  LadderRow("QuartzCore", "Sources/QuartzCore", ["Lamina"]),
  LadderRow("CoreGraphics", "Sources/CoreGraphics", ["LaminaGraphics", "LaminaGeometry"]),
  LadderRow("CoreText", "Sources/CoreText", ["LaminaGraphics", "LaminaGeometry"]),
  LadderRow("ImageIO", "Sources/ImageIO", ["LaminaGraphics", "LaminaGeometry"]),
  LadderRow("_Testing_CoreGraphics", "Sources/TestingOverlays/_Testing_CoreGraphics", []),
  // What processes that read strangers' files may do: the kernel's rules.
  LadderRow("LaminaSandbox", "Sources/LaminaSandbox", ["LaminaGraphics", "LaminaGeometry", "CSandbox"]),
  // Videos and sound, by programs of their own; it sees layers, and neither plans nor renderers.
  LadderRow(
    "LaminaVideo", "Sources/LaminaVideo",
    ["LaminaSandbox", "Lamina", "LaminaScene", "LaminaLayers", "LaminaGraphics", "LaminaGeometry"]),
  LadderRow(
    "LaminaExport", "Sources/LaminaExport",
    facadeModules.subtracting(["LaminaScene"]).union(["LaminaVideo", "LaminaSandbox"])),
  // Above films, whose frames it draws in processes of their own, shut in by themselves.
  LadderRow(
    "LaminaWorkers", "Sources/LaminaWorkers",
    planModules.union([
      "LaminaSandbox", "Lamina", "LaminaVideo", "LaminaExport", "LaminaScene", "LaminaGPU", "CSandbox",
    ])),
  // Above workers, which draw for it; the only one that sees a network, and empty without the trait `Serve`.
  LadderRow(
    "LaminaServe", "Sources/LaminaServe",
    planModules.union(["Lamina", "LaminaWorkers", "LaminaExport", "LaminaScene", "LaminaGPU"]).union(serviceModules)),
  // Beside the service, whose parts for HTTP it takes; it draws in its own process, and is empty without the trait `Serve`.
  LadderRow(
    "LaminaStudio", "Sources/LaminaStudio",
    planModules.union(["Lamina", "LaminaServe", "LaminaWorkers", "LaminaExport", "LaminaScene"]).union(serviceModules)),
  // Above the facade's shim, as programs import it; inside it sees the modules whose package members it needs.
  LadderRow("UIKit", "Sources/UIKit", ["QuartzCore", "LaminaLayers", "LaminaGraphics", "LaminaGeometry"]),
  // Above films: what makes them by Apple's names.
  LadderRow(
    "AVFoundation", "Sources/AVFoundation",
    ["QuartzCore", "LaminaExport", "LaminaVideo", "Lamina", "LaminaLayers", "LaminaGraphics", "LaminaGeometry"]),
  LadderRow("_Testing_UIKit", "Sources/TestingOverlays/_Testing_UIKit", []),

  LadderRow("ReportText", "tools/text", []),
  // libpng only to measure against.
  LadderRow("LaminaBench", "tools/bench", ["Lamina", "LaminaExport", "ReportText", "CPNG"]),
  LadderRow(
    "LaminaCommand", "tools/lamina",
    [
      "Lamina", "LaminaExport", "LaminaWorkers", "LaminaServe", "LaminaStudio", "LaminaBench", "ReportText",
      "ArgumentParser",
      "Logging",
    ]),
  LadderRow(
    "LaminaFuzz", "tools/fuzzing",
    [
      "Lamina", "LaminaLottie", "LaminaScene", "LaminaPlan", "LaminaLayers", "LaminaGraphics", "LaminaGeometry",
      "LaminaTestSupport",
    ]),
  LadderRow("LottieTruth", "tools/lottie-truth", ["Lamina", "ArgumentParser"]),
  // Compiled beside public programs, as a program of a user would be.
  LadderRow("ClientKit", "tools/clientkit", ["QuartzCore", "UIKit"]),
  // A package of its own, which sees nothing of Lamina.
  LadderRow("Porting", "tools/porting", portingModules),
  LadderRow("ShaderEmbedTool", "tools/ShaderEmbed/Tool", []),
  LadderRow("ShaderEmbed", "tools/ShaderEmbed/Plugin", ["PackagePlugin"]),
  LadderRow("PageEmbedTool", "tools/PageEmbed/Tool", []),
  LadderRow("PageEmbed", "tools/PageEmbed/Plugin", ["PackagePlugin"]),
  LadderRow("Examples", "Examples", ["Lamina", "LaminaExport", "QuartzCore", "UIKit"]),
  LadderRow("Package", "Package.swift", ["PackageDescription"]),

  LadderRow("LaminaTestSupport", "Tests/LaminaTestSupport", facadeModules),
  LadderRow("LaminaGeometryTests", "Tests/LaminaGeometryTests", ["LaminaGeometry"]),
  LadderRow(
    "LaminaGraphicsTests", "Tests/LaminaGraphicsTests",
    codecs.union(["LaminaGraphics", "LaminaGeometry", "LaminaTestSupport", "CCairo", "CPango"])),
  LadderRow("LaminaLayersTests", "Tests/LaminaLayersTests", ["LaminaLayers", "LaminaGraphics", "LaminaGeometry"]),
  LadderRow("LaminaPlanTests", "Tests/LaminaPlanTests", planModules),
  LadderRow("LaminaCPUTests", "Tests/LaminaCPUTests", planModules.union(["LaminaCPU"])),
  LadderRow(
    "LaminaGPUTests", "Tests/LaminaGPUTests",
    planModules.union(["LaminaGPU", "LaminaCPU", "LaminaShaders", "CEGL", "LaminaTestSupport"])),
  LadderRow(
    "LaminaSceneTests", "Tests/LaminaSceneTests",
    ["LaminaScene", "LaminaLottie", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "CDeflate"]),
  LadderRow("LaminaLottieTests", "Tests/LaminaLottieTests", sceneModules.union(["LaminaLottie"])),
  LadderRow("LaminaTests", "Tests/LaminaTests", facadeModules.union(["QuartzCore", "LaminaTestSupport", "Logging"])),
  LadderRow(
    "LaminaExportTests", "Tests/LaminaExportTests",
    facadeModules.union(["LaminaExport", "LaminaVideo", "LaminaSandbox", "AVFoundation", "LaminaTestSupport"])),
  LadderRow(
    "LaminaWorkersTests", "Tests/LaminaWorkersTests",
    facadeModules.union(["LaminaWorkers", "LaminaExport", "LaminaVideo", "LaminaSandbox", "LaminaTestSupport"])),
  LadderRow("LaminaServeTests", "Tests/LaminaServeTests", ["LaminaServe", "LaminaTestSupport"]),
  LadderRow(
    "LaminaStudioTests", "Tests/LaminaStudioTests",
    facadeModules.union(["LaminaStudio", "LaminaTestSupport"])),
  LadderRow("LaminaBenchTests", "Tests/LaminaBenchTests", ["LaminaBench", "ReportText", "Lamina"]),
  LadderRow("ArchitectureTests", "Tests/ArchitectureTests", ["LaminaTestSupport"]),
  LadderRow("ModuleNameTests", "Tests/ModuleNameTests", ["CoreGraphics", "CoreText", "ImageIO", "LaminaTestSupport"]),
  // Packages of their own, which see what every client sees.
  LadderRow("ClientPackages", "Tests/ClientPackages", clientModules),
  LadderRow("RenderTests", "Tests/RenderTests", facadeModules.union(["LaminaTestSupport"])),
  LadderRow("UIKitTests", "Tests/UIKitTests", facadeModules.union(["UIKit", "QuartzCore", "LaminaTestSupport"])),
  LadderRow("TruthTests", "Tests/TruthTests", facadeModules.union(["LaminaTestSupport"])),
  LadderRow("CommandLineTests", "Tests/CommandLineTests", facadeModules.union(["LaminaTestSupport"])),
]

/// Modules that come with Swift: anybody may import them.
let toolchainModules: Set = ["Foundation", "Glibc", "Synchronization", "Testing", "Dispatch", "Swift"]
