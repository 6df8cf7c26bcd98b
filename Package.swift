// swift-tools-version: 6.2
import PackageDescription

/// The compiler settings of every target of ours.
let house: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A product that only a build with the trait `Serve` links, and whose package no other build fetches.
func serving(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Serve"]))
}

/// The modules of `lamina serve` and `lamina studio` in a build with the trait `Serve`. `LAMINA_SERVICE=0` leaves them
/// out for `tools/demo`, which has the trait nevertheless: SwiftPM passes a trait to every module of a package, so only
/// a build with the same traits leaves modules that a build of the tests takes over.
let serviceModules = Context.environment["LAMINA_SERVICE"] == "0" ? [] : ["LaminaServe", "LaminaStudio"]

/// A library target outside the levels of `Sources`.
func module(_ name: String, path: String, uses: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []) -> Target
{
  .target(name: name, dependencies: uses, path: path, swiftSettings: house, plugins: plugins)
}

/// A folder of `Sources` and of `Tests`. A level uses only modules of its own and of the levels before it.
enum Level: String {
  case system = "System"
  case engine = "Engine"
  case documents = "Documents"
  case facade = "Facade"
  case films = "Films"
  case service = "Service"
  case appleNames = "AppleNames"
  case tools = "Tools"
  case project = "Project"

  /// A library target of the module ladder, in the level's folder of `Sources`.
  func module(_ name: String, uses: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []) -> Target {
    .target(
      name: name, dependencies: uses, path: "Sources/\(rawValue)/\(name)", swiftSettings: house, plugins: plugins)
  }

  /// A test target in the level's folder of `Tests`. Tests never use `@testable`, so that they run against the release
  /// build.
  func tests(_ name: String, uses: [Target.Dependency], exclude: [String] = []) -> Target {
    // Tests convert numbers of their own: there the conversions that LaminaGeometry deprecates are no
    // errors.
    .testTarget(
      name: name, dependencies: uses, path: "Tests/\(rawValue)/\(name)", exclude: exclude,
      swiftSettings: house + [.treatWarning("DeprecatedDeclaration", as: .warning)])
  }
}

/// A small program that shows an API.
func example(_ name: String, path: String, exclude: [String] = ["assets"]) -> Target {
  .executableTarget(name: name, dependencies: ["QuartzCore"], path: path, exclude: exclude, swiftSettings: house)
}

let package = Package(
  name: "lamina",
  products: [
    .library(name: "Lamina", targets: ["Lamina"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "CoreText", targets: ["CoreText"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    // Overlays that Swift Testing asks for in tests that import modules of these names: only test targets depend on it.
    .library(name: "TestingOverlays", targets: ["_Testing_CoreGraphics", "_Testing_UIKit"]),
    .library(name: "LaminaVideo", targets: ["LaminaVideo"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "LaminaExport", targets: ["LaminaExport"]),
    .library(name: "LaminaWorkers", targets: ["LaminaWorkers"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .executable(name: "lamina", targets: ["LaminaCommand"]),
    .executable(name: "lottie-truth", targets: ["LottieTruth"]),
    .executable(name: "example-convert", targets: ["ConvertExample"]),
    .executable(name: "example-drawing", targets: ["DrawingExample"]),
    .executable(name: "example-drawn-compass", targets: ["DrawnCompassExample"]),
    .executable(name: "example-hierarchy", targets: ["HierarchyExample"]),
    .executable(name: "example-key-paths", targets: ["KeyPathsExample"]),
    .executable(name: "example-animations", targets: ["AnimationsExample"]),
    .executable(name: "example-implicit-animation", targets: ["ImplicitAnimationExample"]),
    .executable(name: "example-paper-plane", targets: ["PaperPlaneExample"]),
    .executable(name: "example-transitions", targets: ["TransitionsExample"]),
    .executable(name: "example-soft-masks", targets: ["SoftMasksExample"]),
    .executable(name: "example-tiles", targets: ["TilesExample"]),
    .executable(name: "example-uikit", targets: ["UIKitExample"]),
    .executable(name: "example-card", targets: ["CardExample"]),
    .executable(name: "example-articles", targets: ["ArticlesExample"]),
  ],
  traits: [
    .trait(
      name: "Serve",
      description: "`lamina serve` and `lamina studio`: HTTP, with the packages that this takes."),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
    // With the trait `Serve` alone.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.5.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // C libraries: module maps and shim headers, no code of ours beyond static inline.
    .systemLibrary(name: "CEGL", path: "Sources/C/CEGL"),
    .systemLibrary(name: "CLanes", path: "Sources/C/CLanes"),
    .systemLibrary(name: "CPNG", path: "Sources/C/CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", path: "Sources/C/CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(
      name: "CWebP", path: "Sources/C/CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CLCMS", path: "Sources/C/CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(
      name: "CDeflate", path: "Sources/C/CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CISAL", path: "Sources/C/CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    .systemLibrary(name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CZip", path: "Sources/C/CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(name: "CCairo", path: "Sources/C/CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CSandbox", path: "Sources/C/CSandbox", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
      name: "CPango", path: "Sources/C/CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),

    // The ladder.
    Level.system.module("LaminaNumbers"),
    Level.system.module("LaminaSystem", uses: ["LaminaNumbers", "CLanes"]),
    Level.engine.module("LaminaGeometry", uses: ["LaminaSystem", "LaminaNumbers"]),
    Level.engine.module(
      "LaminaGraphics",
      uses: [
        "LaminaGeometry", "LaminaSystem", "CPNG", "CTurboJPEG", "CWebP", "CLCMS", "CDeflate", "CISAL", "CCairo",
        "CPango",
      ]),
    Level.engine.module("LaminaLayers", uses: ["LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
    Level.engine.module("LaminaPlan", uses: ["LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
    Level.engine.module(
      "LaminaPlanner", uses: ["LaminaPlan", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
    Level.engine.module(
      "LaminaCPU", uses: ["LaminaPlan", "LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CLanes"]),
    module("LaminaShaders", path: "Shaders", plugins: ["ShaderEmbed"]),
    Level.engine.module(
      "LaminaGPU",
      uses: ["LaminaPlan", "LaminaGraphics", "LaminaGeometry", "LaminaSystem", "LaminaShaders", "CEGL", log]),
    Level.documents.module(
      "LaminaScene", uses: ["LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CExpat", "CZip"]),
    Level.documents.module(
      "LaminaLottie", uses: ["LaminaScene", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
    Level.facade.module(
      "Lamina",
      uses: [
        "LaminaLottie", "LaminaScene", "LaminaCPU", "LaminaGPU", "LaminaPlanner", "LaminaPlan", "LaminaLayers",
        "LaminaGraphics", "LaminaSystem", "LaminaGeometry", log,
      ]),
    // The names that programs import; no module of another level does. Testing looks for an overlay beside
    // CoreGraphics, which tests of these modules, and of modules that re-export them, depend on.
    Level.appleNames.module("LaminaCoreFoundation", plugins: ["UnavailableEmbed"]),
    // GRDB imports a module of this name where it sees one, and cannot import ours, which needs the module maps of the
    // C libraries below it: with the service, GRDB is compiled first.
    Level.appleNames.module(
      "CoreGraphics",
      uses: [
        "LaminaCoreFoundation", "LaminaGraphics", "LaminaGeometry", "LaminaSystem",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Serve"])),
      ], plugins: ["UnavailableEmbed"]),
    Level.appleNames.module(
      "CoreText", uses: ["CoreGraphics", "LaminaCoreFoundation", "LaminaGraphics", "LaminaGeometry"],
      plugins: ["UnavailableEmbed"]),
    Level.appleNames.module(
      "ImageIO", uses: ["CoreGraphics", "LaminaCoreFoundation", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"],
      plugins: ["UnavailableEmbed"]),
    Level.appleNames.module(
      "QuartzCore",
      uses: ["CoreGraphics", "Lamina", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"],
      plugins: ["UnavailableEmbed"]),
    module("_Testing_CoreGraphics", path: "Sources/AppleNames/TestingOverlays/_Testing_CoreGraphics"),
    Level.films.module("LaminaSandbox", uses: ["LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CSandbox"]),
    Level.films.module(
      "LaminaVideo",
      uses: [
        "LaminaSandbox", "Lamina", "LaminaScene", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem",
      ]),
    Level.films.module(
      "LaminaExport",
      uses: [
        "LaminaVideo", "LaminaSandbox", "Lamina", "LaminaCPU", "LaminaGPU", "LaminaPlanner", "LaminaPlan",
        "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem",
      ]),
    Level.service.module(
      "LaminaWorkers",
      uses: [
        "LaminaSandbox", "Lamina", "LaminaVideo", "LaminaExport", "LaminaScene", "LaminaGPU", "LaminaPlan",
        "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CSandbox",
      ]),
    Level.service.module(
      "LaminaServe",
      uses: [
        "LaminaWorkers", "Lamina", "LaminaExport", "LaminaScene", "LaminaPlan", "LaminaLayers", "LaminaGraphics",
        "LaminaSystem",
        "LaminaGeometry", "LaminaGPU", log, arguments, serving("Hummingbird", "hummingbird"),
        serving("HummingbirdCore", "hummingbird"),
        serving("NIOCore", "swift-nio"),
        serving("NIOHTTP1", "swift-nio"), serving("HTTPTypes", "swift-http-types"),
        serving("NIOHTTPTypes", "swift-nio-extras"), serving("ServiceLifecycle", "swift-service-lifecycle"),
        serving("UnixSignals", "swift-service-lifecycle"),
        serving("Crypto", "swift-crypto"), serving("GRDB", "GRDB.swift"),
      ]),
    .target(
      name: "LaminaStudio",
      dependencies: [
        "LaminaServe", "LaminaWorkers", "Lamina", "LaminaExport", "LaminaScene", "LaminaPlanner", "LaminaPlan",
        "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem", log, serving("Hummingbird", "hummingbird"),
        serving("HummingbirdCore", "hummingbird"),
        serving("NIOCore", "swift-nio"), serving("HTTPTypes", "swift-http-types"),
        serving("ServiceLifecycle", "swift-service-lifecycle"), serving("UnixSignals", "swift-service-lifecycle"),
        serving("Crypto", "swift-crypto"),
      ], path: "Sources/Service/LaminaStudio", exclude: ["Page"], swiftSettings: house, plugins: ["PageEmbed"]),
    Level.appleNames.module(
      "UIKit",
      uses: [
        "QuartzCore", "CoreText", "ImageIO", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem",
      ], plugins: ["UnavailableEmbed"]),
    // Layers over videos, by the names that programs for Apple's platforms use.
    Level.appleNames.module(
      "AVFoundation",
      uses: [
        "QuartzCore", "LaminaExport", "LaminaVideo", "Lamina", "LaminaLayers", "LaminaGraphics", "LaminaGeometry",
        "LaminaSystem",
      ], plugins: ["UnavailableEmbed"]),
    module("_Testing_UIKit", path: "Sources/AppleNames/TestingOverlays/_Testing_UIKit"),

    // Tools.
    module("ReportText", path: "tools/text"),
    module("LaminaBench", path: "tools/bench", uses: ["Lamina", "LaminaExport", "ReportText", "CPNG"]),
    .executableTarget(
      name: "LaminaCommand",
      dependencies: ["Lamina", "LaminaExport", "LaminaWorkers", "LaminaBench", "ReportText", arguments, log]
        + serviceModules.map { .target(name: $0, condition: .when(traits: ["Serve"])) },
      path: "tools/lamina",
      swiftSettings: house + (serviceModules.isEmpty ? [] : [.define("Service", .when(traits: ["Serve"]))])),
    .executableTarget(
      name: "LottieTruth", dependencies: ["Lamina", arguments], path: "tools/lottie-truth", swiftSettings: house),
    .executableTarget(
      name: "LaminaFuzz",
      dependencies: [
        "Lamina", "LaminaLottie", "LaminaScene", "LaminaPlanner", "LaminaPlan", "LaminaLayers", "LaminaGraphics",
        "LaminaGeometry", "LaminaSystem", "LaminaWorkers", "LaminaTestSupport",
      ],
      path: "tools/fuzzing", swiftSettings: house),
    .executableTarget(name: "EmbedTool", path: "tools/Embed/Tool", swiftSettings: house),
    .plugin(
      name: "ShaderEmbed", capability: .buildTool(), dependencies: ["EmbedTool"], path: "tools/Embed/ShaderEmbed"),
    .plugin(name: "PageEmbed", capability: .buildTool(), dependencies: ["EmbedTool"], path: "tools/Embed/PageEmbed"),
    .plugin(
      name: "UnavailableEmbed", capability: .buildTool(), dependencies: ["EmbedTool"],
      path: "tools/Embed/UnavailableEmbed"),

    // Examples that are programs; the others are documents.
    example("ConvertExample", path: "Examples/convert"),
    example("DrawingExample", path: "Examples/drawing", exclude: []),
    example("DrawnCompassExample", path: "Examples/drawn-compass", exclude: []),
    example("HierarchyExample", path: "Examples/hierarchy"),
    example("KeyPathsExample", path: "Examples/key-paths", exclude: []),
    example("AnimationsExample", path: "Examples/animations", exclude: []),
    example("ImplicitAnimationExample", path: "Examples/implicit-animation", exclude: []),
    example("PaperPlaneExample", path: "Examples/paper-plane", exclude: []),
    example("TransitionsExample", path: "Examples/transitions", exclude: []),
    example("SoftMasksExample", path: "Examples/soft-masks", exclude: []),
    example("TilesExample", path: "Examples/tiles", exclude: []),
    .executableTarget(
      name: "UIKitExample", dependencies: ["UIKit"], path: "Examples/uikit", swiftSettings: house),
    .executableTarget(name: "CardExample", dependencies: ["UIKit"], path: "Examples/card", swiftSettings: house),
    // The code in the articles and the tutorial of the site.
    .executableTarget(
      name: "ArticlesExample", dependencies: ["UIKit", "QuartzCore", "LaminaExport"], path: "Examples/articles",
      swiftSettings: house),

    // Tests.
    .target(
      name: "LaminaTestSupport", dependencies: ["Lamina"], path: "Tests/Project/LaminaTestSupport", swiftSettings: house
    ),
    // CoreGraphics, since the overlay of Testing beside Foundation imports it where a build before has left such a
    // module: it must not be an old one, and the modules below it must be found.
    Level.system.tests("LaminaSystemTests", uses: ["LaminaSystem", "LaminaTestSupport"]),
    Level.engine.tests("LaminaGeometryTests", uses: ["LaminaGeometry", "CoreGraphics"]),
    Level.engine.tests(
      "LaminaGraphicsTests",
      uses: [
        "LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CPNG", "CTurboJPEG", "CWebP", "CLCMS", "CDeflate", "CISAL",
        "CCairo",
        "CPango", "LaminaTestSupport",
      ]),
    Level.engine.tests(
      "LaminaLayersTests", uses: ["LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
    Level.engine.tests("LaminaPlanTests", uses: ["LaminaPlan", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
    Level.engine.tests(
      "LaminaPlannerTests",
      uses: ["LaminaPlanner", "LaminaPlan", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
    Level.engine.tests(
      "LaminaCPUTests",
      uses: [
        "LaminaCPU", "LaminaPlanner", "LaminaPlan", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem",
      ]),
    Level.engine.tests(
      "LaminaGPUTests",
      uses: [
        "LaminaGPU", "LaminaCPU", "LaminaShaders", "LaminaPlanner", "LaminaPlan", "LaminaLayers", "LaminaGraphics",
        "LaminaGeometry", "LaminaSystem", "CEGL", "LaminaTestSupport",
      ]),
    Level.documents.tests(
      "LaminaSceneTests",
      uses: [
        "LaminaScene", "LaminaLottie", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem", "CDeflate",
      ]),
    Level.documents.tests(
      "LaminaLottieTests",
      uses: ["LaminaLottie", "LaminaScene", "LaminaLayers", "LaminaGraphics", "LaminaGeometry", "LaminaSystem"]),
    Level.facade.tests(
      "LaminaTests", uses: ["Lamina", "QuartzCore", "_Testing_CoreGraphics", "LaminaTestSupport", log]),
    Level.appleNames.tests(
      "ModuleNameTests",
      uses: [
        "QuartzCore", "CoreGraphics", "CoreText", "ImageIO", "LaminaCoreFoundation", "LaminaLayers", "LaminaGraphics",
        "LaminaGeometry", "LaminaSystem", "CDeflate", "_Testing_CoreGraphics", "LaminaTestSupport",
      ]),
    Level.films.tests(
      "LaminaExportTests",
      uses: [
        "LaminaExport", "LaminaVideo", "LaminaSandbox", "AVFoundation", "_Testing_CoreGraphics", "Lamina",
        "LaminaTestSupport",
      ]),
    Level.service.tests(
      "LaminaWorkersTests",
      uses: [
        "LaminaWorkers", "LaminaExport", "LaminaVideo", "LaminaSandbox", "Lamina", "LaminaScene", "LaminaGraphics",
        "LaminaTestSupport", "LaminaCommand",
      ]),
    Level.service.tests("LaminaServeTests", uses: ["LaminaServe", "LaminaTestSupport", "LaminaCommand"]),
    Level.service.tests("LaminaStudioTests", uses: ["LaminaStudio", "LaminaTestSupport", "LaminaCommand"]),
    Level.tools.tests("LaminaBenchTests", uses: ["LaminaBench", "ReportText", "Lamina"]),
    Level.project.tests("ArchitectureTests", uses: ["LaminaTestSupport", "LaminaCommand"]),
    Level.facade.tests(
      "RenderTests",
      uses: [
        "Lamina", "LaminaTestSupport", "ConvertExample", "DrawingExample", "DrawnCompassExample", "HierarchyExample",
        "KeyPathsExample", "SoftMasksExample", "TilesExample", "UIKitExample", "CardExample", "ArticlesExample",
        "AnimationsExample", "ImplicitAnimationExample",
        "PaperPlaneExample", "TransitionsExample",
      ],
      exclude: ["Scenes", "pairs.list", "tolerances.list"]),
    Level.appleNames.tests(
      "UIKitTests", uses: ["UIKit", "_Testing_CoreGraphics", "_Testing_UIKit", "LaminaTestSupport"]),
    Level.facade.tests("TruthTests", uses: ["Lamina", "LaminaTestSupport"]),
    Level.tools.tests(
      "CommandLineTests", uses: ["Lamina", "LaminaTestSupport", "LaminaCommand", "LaminaFuzz"], exclude: ["Transcripts"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
