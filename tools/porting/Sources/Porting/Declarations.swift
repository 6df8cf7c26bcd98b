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
  /// Whether only events call it, so that Linux has it not.
  var isForEvents: Bool
  /// Its name in Objective-C's manner: `step(_:)`.
  var fullName: String { labels.isEmpty ? name : name + "(" + labels.map { $0 + ":" }.joined() + ")" }
  /// The file, and the place after the brace that opens its body.
  var unit: ObjectIdentifier
  var bodyStart: Int?
}

/// What a member is called: its name, and its labels where it is a function.
struct MemberName: Hashable {
  var name: String
  var labels: [String]?

  init(_ name: String, _ labels: [String]?) { (self.name, self.labels) = (name, labels) }

  init(_ subscripting: SubscriptDeclSyntax) {
    self.init(
      "subscript", subscripting.parameterClause.parameters.map { $0.secondName == nil ? "_" : $0.firstName.text })
  }

  init(_ function: FunctionDeclSyntax) {
    self.init(function.name.text, function.signature.parameterClause.parameters.map { $0.firstName.text })
  }
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
  /// Whether it has parameters of its own: `Dial<Value>`.
  var isGeneric = false
  /// The file that declares it.
  var unit: ObjectIdentifier?
  /// Its functions and properties that override others.
  var overrides: Set<MemberName> = []
  /// Those that do not, in its body and in its extensions.
  var ownInBody: Set<MemberName> = []
  var ownInExtensions: Set<MemberName> = []
  /// What the class's body may need for members of its extensions.
  var forwarders: [Forwarder] = []
}

/// The types of all files, for rules that must know what is declared elsewhere.
struct Declarations {
  private(set) var types: [String: DeclaredType] = [:]
  /// Functions that `@objc` protocols leave open, and that nobody needs the result of.
  private(set) var optionalRequirements: Set<String> = []
  /// Whether any file imports a module.
  private(set) var haveImports = false
  /// Names of types, of other names for types, and of generic parameters: a name of Apple's that is among them means
  /// another thing.
  private(set) var typeNames: Set<String> = []
  /// The types that override a member of a name.
  private var overriders: [MemberName: [String]] = [:]
  /// Functions that only events call, and all others.
  private var functionsForEvents: Set<MemberName> = []
  private var otherFunctions: Set<MemberName> = []

  init(_ units: [SourceUnit]) {
    haveImports = units.contains { $0.tree.statements.contains { $0.bringsModules } }
    for unit in units {
      let collector = DeclarationCollector(unit)
      collector.walk(unit.tree)
      for type in collector.types { merge(type) }
      optionalRequirements.formUnion(collector.optionalRequirements)
      typeNames.formUnion(collector.typeNames)
    }
    for type in types.values {
      for member in type.overrides { overriders[member, default: []].append(type.name) }
      for method in type.methods {
        let member = MemberName(method.name, method.labels)
        if method.isForEvents { functionsForEvents.insert(member) } else { otherFunctions.insert(member) }
      }
    }
  }

  /// A name of a module as generated text says it: in full, where the sources declare something of the name.
  func qualified(_ name: String, of module: String) -> String {
    typeNames.contains(name) ? "\(module).\(name)" : name
  }

  /// The type of the sources that declares the member which one of a type overrides, and whether it does so in an
  /// extension alone.
  func base(of member: MemberName, _ type: String) -> (owner: String, isInExtension: Bool)? {
    for above in ancestry(of: type).dropFirst() {
      guard let declared = types[above] else { continue }
      if declared.ownInBody.contains(member) { return (above, false) }
      if declared.ownInExtensions.contains(member) { return (above, true) }
    }
    return nil
  }

  /// Whether a type below a class overrides a member that the class's extensions declare.
  func isOverridden(_ member: MemberName, of owner: String) -> Bool {
    overriders[member]?.contains { type in
      base(of: member, type).map { $0.owner == owner && $0.isInExtension } ?? false
    } ?? false
  }

  /// Whether a class's body gets a function or property for one that its extensions declare, so that others can
  /// override it.
  func promotes(_ member: MemberName, of owner: String) -> Bool {
    types[owner]?.forwarders.contains { $0.override == nil && $0.member == member && $0.isPossible(owner, self) }
      ?? false
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
    all.isGeneric = all.isGeneric || type.isGeneric
    all.unit = all.unit ?? type.unit
    all.overrides.formUnion(type.overrides)
    all.ownInBody.formUnion(type.ownInBody)
    all.ownInExtensions.formUnion(type.ownInExtensions)
    all.forwarders += type.forwarders
    types[type.name] = all
  }

  /// A type and those above it, as far as the sources and Core Animation's own classes say; the nearest first.
  func ancestry(of name: String) -> [String] {
    var (names, next) = ([String](), Optional(name))
    while let name = next, !names.contains(name) {
      names.append(name)
      next = types[name]?.inherited.first ?? ProgramNames.layerClasses[name] ?? nil
    }
    return names
  }

  /// Whether a class is one of layers.
  func isLayer(_ name: String) -> Bool { ancestry(of: name).contains("CALayer") }

  /// Whether a call of a function with these labels can mean nothing but what only events call.
  func areForEvents(_ name: String, _ labels: [String]) -> Bool {
    let member = MemberName(name, labels)
    guard !otherFunctions.contains(member) else { return false }
    return functionsForEvents.contains(member)
      || labels == ["_", "with"] && (name.hasPrefix("touches") || name.hasPrefix("presses"))
        && FunctionDeclSyntax.eventFunctions.contains(name)
  }

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
enum ProgramNames {
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

  /// Functions of views and layers without arguments that a selector may name though no file declares them, with their
  /// class.
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
