// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Which of our modules may import which others, and which other modules: the ladder of ARCHITECTURE.md.
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

private let planModules: Set = [
  "LaminaPlanner", "LaminaPlan", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem",
]
private let engineModules = planModules.subtracting(["LaminaPlanner"])
private let rendererModules = engineModules.subtracting(["LaminaLayers"])
private let sceneModules: Set = ["LaminaScene", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]
private let facadeModules: Set = planModules.union(["Lamina", "LaminaLottie", "LaminaScene", "LaminaCPU", "LaminaGPU"])
private let codecs: Set = ["CPNG", "CTurboJPEG", "CWebP", "CLCMS", "CDeflate", "CISAL"]

private let clientModules: Set = [
  "QuartzCore", "CoreGraphics", "CoreText", "ImageIO", "UIKit", "Drawing", "GRDB", "Thumbnails", "PackageDescription",
]

private let serviceModules: Set = [
  "Hummingbird", "HummingbirdCore", "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "ServiceLifecycle",
  "UnixSignals", "Crypto", "GRDB", "Logging",
]

private let portingModules: Set = [
  "Porting", "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "ArgumentParser",
  "PackageDescription",
]

/// The folders of `Sources`, from the bottom up. A level uses only modules of its own and of the levels before it.
let levels = ["C", "System", "Engine", "Documents", "Facade", "Films", "Service", "AppleNames"]

/// From the bottom up; a folder inside another row's folder belongs to the longer one.
let moduleLadder: [LadderRow] = [
  LadderRow("LaminaNumbers", "Sources/System/LaminaNumbers", []),
  LadderRow("LaminaSystem", "Sources/System/LaminaSystem", ["LaminaNumbers", "CLanes"]),
  LadderRow("LaminaGeometry", "Sources/Engine/LaminaGeometry", ["LaminaSystem", "LaminaNumbers"]),
  LadderRow(
    "LaminaGraphics", "Sources/Engine/LaminaGraphics",
    codecs.union(["LaminaGeometry", "LaminaSystem", "CCairo", "CPango"])),
  LadderRow("LaminaLayers", "Sources/Engine/LaminaLayers", ["LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
  LadderRow("LaminaPlan", "Sources/Engine/LaminaPlan", ["LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
  LadderRow("LaminaPlanner", "Sources/Engine/LaminaPlanner", engineModules),
  // Renderers see plans, and know nothing of layers or of planning.
  LadderRow("LaminaCPU", "Sources/Engine/LaminaCPU", rendererModules.union(["CLanes"])),
  LadderRow("LaminaShaders", "Shaders", []),
  LadderRow("LaminaGPU", "Sources/Engine/LaminaGPU", rendererModules.union(["LaminaShaders", "CEGL", "Logging"])),
  LadderRow(
    "LaminaScene", "Sources/Documents/LaminaScene",
    ["LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CExpat", "CZip"]),
  // Beside CAML: it makes the same `Scene`, and takes archives and pictures by the same rules.
  LadderRow("LaminaLottie", "Sources/Documents/LaminaLottie", sceneModules),
  LadderRow("Lamina", "Sources/Facade/Lamina", facadeModules.subtracting(["Lamina"]).union(["Logging"])),
  // Code that the tutorial shows, compiled in Examples/articles.
  LadderRow("Lamina.docc", "Sources/Facade/Lamina/Lamina.docc", ["QuartzCore"]),
  LadderRow("LaminaCoreFoundation", "Sources/AppleNames/LaminaCoreFoundation", []),
  LadderRow(
    "CoreGraphics", "Sources/AppleNames/CoreGraphics",
    ["LaminaCoreFoundation", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
  LadderRow(
    "CoreText", "Sources/AppleNames/CoreText",
    ["CoreGraphics", "LaminaCoreFoundation", "LaminaGraphics", "LaminaGeometry"]),
  LadderRow(
    "ImageIO", "Sources/AppleNames/ImageIO",
    ["CoreGraphics", "LaminaCoreFoundation", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
  // The code of secure coding and of constraints sees the layers whose package members it needs.
  LadderRow(
    "QuartzCore", "Sources/AppleNames/QuartzCore",
    ["CoreGraphics", "Lamina", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
  LadderRow("_Testing_CoreGraphics", "Sources/AppleNames/TestingOverlays/_Testing_CoreGraphics", []),
  // Rights of processes that read strangers' files: the kernel's rules.
  LadderRow(
    "LaminaSandbox", "Sources/Films/LaminaSandbox", ["LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CSandbox"]),
  // Videos and sound, by programs of their own; it sees layers, and neither plans nor renderers.
  LadderRow(
    "LaminaVideo", "Sources/Films/LaminaVideo",
    ["LaminaSandbox", "Lamina", "LaminaScene", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
  LadderRow(
    "LaminaExport", "Sources/Films/LaminaExport",
    facadeModules.subtracting(["LaminaScene"]).union(["LaminaVideo", "LaminaSandbox"])),
  // Above films, whose frames it draws in processes of their own, shut in by themselves.
  LadderRow(
    "LaminaWorkers", "Sources/Service/LaminaWorkers",
    engineModules.union([
      "LaminaSandbox", "Lamina", "LaminaVideo", "LaminaExport", "LaminaScene", "LaminaGPU", "CSandbox",
    ])),
  // Above workers, which draw for it; the only one that sees a network, and empty without the trait `Serve`.
  // Its capacity is read from the command line.
  LadderRow(
    "LaminaServe", "Sources/Service/LaminaServe",
    engineModules.union(["Lamina", "LaminaWorkers", "LaminaExport", "LaminaScene", "LaminaGPU", "ArgumentParser"])
      .union(serviceModules)),
  // Beside the service, whose parts for HTTP it takes; it draws in its own process, and is empty without the trait
  // `Serve`.
  LadderRow(
    "LaminaStudio", "Sources/Service/LaminaStudio",
    planModules.union(["Lamina", "LaminaServe", "LaminaWorkers", "LaminaExport", "LaminaScene"]).union(serviceModules)),
  // Above the facade's shim, as programs import it; inside it sees the modules whose package members it needs.
  LadderRow(
    "UIKit", "Sources/AppleNames/UIKit",
    ["QuartzCore", "CoreText", "ImageIO", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
  // Above films: the module that makes them by Apple's names.
  LadderRow(
    "AVFoundation", "Sources/AppleNames/AVFoundation",
    [
      "QuartzCore", "LaminaExport", "LaminaVideo", "Lamina", "LaminaLayers", "LaminaGraphics", "LaminaGeometry",
      "LaminaSystem",
    ]),
  LadderRow("_Testing_UIKit", "Sources/AppleNames/TestingOverlays/_Testing_UIKit", []),

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
      "Lamina", "LaminaLottie", "LaminaScene", "LaminaPlanner", "LaminaPlan", "LaminaLayers", "LaminaGraphics",
      "LaminaGeometry", "LaminaWorkers", "LaminaTestSupport",
    ]),
  LadderRow("LottieTruth", "tools/lottie-truth", ["Lamina", "ArgumentParser"]),
  // A package of its own, which sees nothing of Lamina.
  LadderRow("Porting", "tools/porting", portingModules),
  LadderRow("EmbedTool", "tools/Embed/Tool", []),
  LadderRow("ShaderEmbed", "tools/Embed/ShaderEmbed", ["PackagePlugin"]),
  LadderRow("PageEmbed", "tools/Embed/PageEmbed", ["PackagePlugin"]),
  LadderRow("UnavailableEmbed", "tools/Embed/UnavailableEmbed", ["PackagePlugin"]),
  LadderRow("Examples", "Examples", ["Lamina", "LaminaExport", "QuartzCore", "UIKit"]),
  LadderRow("Package", "Package.swift", ["PackageDescription"]),

  LadderRow("LaminaTestSupport", "Tests/Project/LaminaTestSupport", facadeModules),
  LadderRow("LaminaSystemTests", "Tests/System/LaminaSystemTests", ["LaminaSystem", "LaminaTestSupport"]),
  LadderRow("LaminaGeometryTests", "Tests/Engine/LaminaGeometryTests", ["LaminaGeometry", "LaminaSystem"]),
  LadderRow(
    "LaminaGraphicsTests", "Tests/Engine/LaminaGraphicsTests",
    codecs.union(["LaminaGraphics", "LaminaGeometry", "LaminaSystem", "LaminaTestSupport", "CCairo", "CPango"])),
  LadderRow(
    "LaminaLayersTests", "Tests/Engine/LaminaLayersTests",
    ["LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
  LadderRow("LaminaPlanTests", "Tests/Engine/LaminaPlanTests", rendererModules),
  LadderRow("LaminaPlannerTests", "Tests/Engine/LaminaPlannerTests", planModules),
  LadderRow("LaminaCPUTests", "Tests/Engine/LaminaCPUTests", planModules.union(["LaminaCPU"])),
  LadderRow(
    "LaminaGPUTests", "Tests/Engine/LaminaGPUTests",
    planModules.union(["LaminaGPU", "LaminaCPU", "LaminaShaders", "CEGL", "LaminaTestSupport"])),
  LadderRow(
    "LaminaSceneTests", "Tests/Documents/LaminaSceneTests",
    [
      "LaminaScene", "LaminaLottie", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CDeflate",
    ]),
  LadderRow("LaminaLottieTests", "Tests/Documents/LaminaLottieTests", sceneModules.union(["LaminaLottie"])),
  LadderRow(
    "LaminaTests", "Tests/Facade/LaminaTests", facadeModules.union(["QuartzCore", "LaminaTestSupport", "Logging"])),
  LadderRow(
    "LaminaExportTests", "Tests/Films/LaminaExportTests",
    facadeModules.union(["LaminaExport", "LaminaVideo", "LaminaSandbox", "AVFoundation", "LaminaTestSupport"])),
  LadderRow(
    "LaminaWorkersTests", "Tests/Service/LaminaWorkersTests",
    facadeModules.union(["LaminaWorkers", "LaminaExport", "LaminaVideo", "LaminaSandbox", "LaminaTestSupport"])),
  LadderRow("LaminaServeTests", "Tests/Service/LaminaServeTests", ["LaminaServe", "LaminaTestSupport"]),
  LadderRow(
    "LaminaStudioTests", "Tests/Service/LaminaStudioTests",
    facadeModules.union(["LaminaStudio", "LaminaTestSupport"])),
  LadderRow("LaminaBenchTests", "Tests/Tools/LaminaBenchTests", ["LaminaBench", "ReportText", "Lamina"]),
  LadderRow("ArchitectureTests", "Tests/Project/ArchitectureTests", ["LaminaTestSupport"]),
  LadderRow(
    "ModuleNameTests", "Tests/AppleNames/ModuleNameTests",
    [
      "QuartzCore", "CoreGraphics", "CoreText", "ImageIO", "LaminaCoreFoundation", "LaminaLayers", "LaminaGraphics",
      "LaminaGeometry", "LaminaSystem", "CDeflate", "LaminaTestSupport",
    ]),
  // Packages of their own, which see what every client sees.
  LadderRow("ClientPackages", "Tests/AppleNames/ClientPackages", clientModules),
  LadderRow("RenderTests", "Tests/Facade/RenderTests", facadeModules.union(["LaminaTestSupport"])),
  LadderRow(
    "UIKitTests", "Tests/AppleNames/UIKitTests", facadeModules.union(["UIKit", "QuartzCore", "LaminaTestSupport"])),
  LadderRow("TruthTests", "Tests/Facade/TruthTests", facadeModules.union(["LaminaTestSupport"])),
  LadderRow("CommandLineTests", "Tests/Tools/CommandLineTests", facadeModules.union(["LaminaTestSupport"])),
]

/// Modules that come with Swift: anybody may import them.
let toolchainModules: Set = ["Foundation", "Glibc", "Synchronization", "Testing", "Dispatch", "Swift"]
