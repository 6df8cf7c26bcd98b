// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// A function of a type.
struct Method {
  var name: String
  /// Its arguments' labels, `_` for none, and their types as written.
  var labels: [String]
  var types: [String]
  /// What the body calls the arguments.
  var names: [String]
  var returnsValue: Bool
  var isStatic: Bool
  var isOverride: Bool
  var isPrivate: Bool
  var isInExtension: Bool
  /// Whether only the main actor may call it.
  var isOnMainActor: Bool
  /// Its name in Objective-C's manner: `step(_:)`.
  var fullName: String { labels.isEmpty ? name : name + "(" + labels.map { $0 + ":" }.joined() + ")" }
  /// The file, and the place after the brace that opens its body.
  var unit: ObjectIdentifier
  var bodyStart: Int?
}

/// A type of the sources, with what its extensions add. Types are known by their last name.
struct DeclaredType {
  var name: String
  /// How many types have the name: of two nothing is sure.
  var declarations = 0
  var inherited: [String] = []
  var methods: [Method] = []
  /// Properties, by what they are called in Swift; with what Objective-C calls them.
  var properties: [String: String] = [:]
  var isOnMainActor = false
  var isProtocol = false
  /// Whether it is a class that the sources declare.
  var isClass = false
  /// What the class's body needs for overrides in its extensions.
  var forwarders: [Forwarder] = []
}

/// The types of all files, for rules that must know what is declared elsewhere.
struct Declarations {
  private(set) var types: [String: DeclaredType] = [:]
  /// Functions that `@objc` protocols leave open, and that nobody needs the result of.
  private(set) var optionalRequirements: Set<String> = []
  /// Whether any file imports a module.
  private(set) var haveImports = false

  init(_ units: [SourceUnit]) {
    haveImports = units.contains { $0.tree.statements.contains { $0.bringsModules } }
    for unit in units {
      let collector = DeclarationCollector(unit)
      collector.walk(unit.tree)
      for type in collector.types { merge(type) }
      optionalRequirements.formUnion(collector.optionalRequirements)
    }
  }

  private mutating func merge(_ type: DeclaredType) {
    var all = types[type.name] ?? DeclaredType(name: type.name)
    all.declarations += type.declarations
    // The superclass stands first, and extensions name none.
    all.inherited = type.declarations > 0 ? type.inherited + all.inherited : all.inherited + type.inherited
    all.methods += type.methods
    all.properties.merge(type.properties) { one, _ in one }
    all.isOnMainActor = all.isOnMainActor || type.isOnMainActor
    all.isProtocol = all.isProtocol || type.isProtocol
    all.isClass = all.isClass || type.isClass
    all.forwarders += type.forwarders
    types[type.name] = all
  }

  /// A type and those above it, as far as the sources and Core Animation's own classes say; the nearest first.
  func ancestry(of name: String) -> [String] {
    var (names, next) = ([String](), Optional(name))
    while let name = next, !names.contains(name) {
      names.append(name)
      next = types[name]?.inherited.first ?? KnownNames.layerClasses[name] ?? nil
    }
    return names
  }

  /// Whether a class is one of layers.
  func isLayer(_ name: String) -> Bool { ancestry(of: name).contains("CALayer") }

  /// The functions that a name may mean in a type or above it, of the nearest type that has any.
  func methods(named name: String, of type: String) -> (owner: String, found: [Method])? {
    for owner in ancestry(of: type) {
      let found = (types[owner]?.methods ?? []).filter { $0.name == name && !$0.isOverride }
      if !found.isEmpty { return (owner, found) }
    }
    return nil
  }
}

/// Names of Apple's that the rules must know.
enum KnownNames {
  /// The layer classes, with their superclasses.
  static let layerClasses: [String: String] = [
    "CAShapeLayer": "CALayer", "CATextLayer": "CALayer", "CAGradientLayer": "CALayer", "CAReplicatorLayer": "CALayer",
    "CAScrollLayer": "CALayer", "CATiledLayer": "CALayer", "CATransformLayer": "CALayer", "CAEmitterLayer": "CALayer",
    "CAMetalLayer": "CALayer", "CAEAGLLayer": "CALayer", "AVPlayerLayer": "CALayer",
  ]

  /// What Objective-C calls properties of Apple's classes that Swift gives another name.
  static let objectiveCNames: [String: String] = [
    "isHidden": "hidden", "isOpaque": "opaque", "isDoubleSided": "doubleSided",
    "isGeometryFlipped": "geometryFlipped", "isWrapped": "wrapped", "isEnabled": "enabled",
    "isRemovedOnCompletion": "removedOnCompletion", "isAdditive": "additive", "isCumulative": "cumulative",
    "isPaused": "paused", "isUserInteractionEnabled": "userInteractionEnabled", "isHighlighted": "highlighted",
    "isSelected": "selected", "isAnimating": "animating",
  ]

  /// Functions of views and layers without arguments that a selector may name though no file declares them, with their class.
  static let methods: [String: String] = [
    "removeFromSuperview": "UIView", "setNeedsLayout": "UIView", "layoutIfNeeded": "UIView",
    "layoutSubviews": "UIView", "removeFromSuperlayer": "CALayer", "removeAllAnimations": "CALayer",
  ]

  /// Modules that Lamina brings.
  static let modules: Set<String> = ["UIKit", "QuartzCore", "CoreGraphics", "CoreText", "ImageIO", "AVFoundation"]

  /// Modules that Linux has not, and whose names Lamina brings, or rules of their own see to.
  static let emptyModules: Set<String> = ["ObjectiveC", "PlaygroundSupport"]

  /// Apple's modules that nothing brings to Linux.
  static let absentModules: Set<String> = [
    "AppKit", "Cocoa", "SwiftUI", "WatchKit", "Metal", "MetalKit", "CoreImage", "AVKit", "SpriteKit",
    "SceneKit", "WebKit", "Combine", "os", "CoreMedia", "CoreVideo", "Accelerate",
    "MobileCoreServices", "UniformTypeIdentifiers", "Photos", "PhotosUI", "CoreData", "MapKit", "GLKit", "OpenGLES",
    "CoreMotion", "CoreLocation", "StoreKit", "Security", "CoreServices", "GameplayKit", "ARKit", "RealityKit",
    "CoreHaptics", "AudioToolbox", "PencilKit", "PDFKit", "Compression", "GameKit", "Network", "MessageUI",
    "UserNotifications", "WidgetKit", "CoreBluetooth", "CoreML", "Vision", "NaturalLanguage", "Speech",
    "LocalAuthentication", "CryptoKit", "SafariServices", "Contacts", "EventKit", "HealthKit", "CloudKit",
    "LinkPresentation", "QuickLook", "CoreAudio", "VideoToolbox", "IOKit", "OSLog", "IOSurface", "simd",
    "MediaPlayer", "CoreTelephony", "CoreSpotlight", "Intents", "AdSupport", "MultipeerConnectivity", "TVUIKit",
  ]
}
