// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// A function of a type.
struct Method {
  var name: String
  /// The labels of its arguments, `_` for none, and their types as written.
  var labels: [String]
  var types: [String]
  /// The names of the arguments in the body.
  var names: [String]
  var returnsValue: Bool
  var isStatic: Bool
  var isOverride: Bool
  var isPrivate: Bool
  var isInExtension: Bool
  /// Whether the function is isolated to the main actor.
  var isOnMainActor: Bool
  /// Whether the function throws or is asynchronous.
  var hasEffects: Bool
  /// Whether only events call the function, so that it is excluded on Linux.
  var isForEvents: Bool
  /// The name in the style of Objective-C: `step(_:)`.
  var fullName: String { labels.isEmpty ? name : name + "(" + labels.map { $0 + ":" }.joined() + ")" }
  /// The file, and the position after the opening brace of the body.
  var unit: ObjectIdentifier
  var bodyStart: Int?
}

/// The full name of a member: its name, with its labels if it is a function.
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

/// A type of the sources, including its extensions. Types are identified by the last part of their names.
struct DeclaredType {
  var name: String
  /// The number of types with the name; if there are several, the name is ambiguous.
  var declarations = 0
  var inherited: [String] = []
  var methods: [Method] = []
  /// The Objective-C names of its properties, by their Swift names.
  var properties: [String: String] = [:]
  var isOnMainActor = false
  var isProtocol = false
  /// Whether the type is a class that the sources declare.
  var isClass = false
  /// Whether the type has generic parameters: `Dial<Value>`.
  var isGeneric = false
  /// The file that declares it.
  var unit: ObjectIdentifier?
  /// The members that override others.
  var overrides: Set<MemberName> = []
  /// The members that override none, in its body and in its extensions.
  var ownInBody: Set<MemberName> = []
  var ownInExtensions: Set<MemberName> = []
  /// The members that the class's body may need for members of its extensions.
  var forwarders: [Forwarder] = []
}

/// The types of all files, for rules that depend on declarations in other files.
struct Declarations {
  private(set) var types: [String: DeclaredType] = [:]
  /// Optional requirements of `@objc` protocols without a result.
  private(set) var optionalRequirements: Set<String> = []
  /// Whether any file imports a module.
  private(set) var haveImports = false
  /// The names of types, type aliases and generic parameters: one of Apple's names among them has another meaning.
  private(set) var typeNames: Set<String> = []
  /// The types that override a member, by the member's name.
  private var overriders: [MemberName: [String]] = [:]
  /// The functions that only events call, and all other functions.
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

  /// The name of a module's declaration for generated code: qualified if the sources declare something with the name.
  func qualified(_ name: String, of module: String) -> String {
    typeNames.contains(name) ? "\(module).\(name)" : name
  }

  /// The type of the sources that declares the member which a type's member overrides, and whether it declares the
  /// member only in an extension.
  func base(of member: MemberName, _ type: String) -> (owner: String, isInExtension: Bool)? {
    for above in ancestry(of: type).dropFirst() {
      guard let declared = types[above] else { continue }
      if declared.ownInBody.contains(member) { return (above, false) }
      if declared.ownInExtensions.contains(member) { return (above, true) }
    }
    return nil
  }

  /// Whether a subclass overrides a member that the class declares in an extension.
  func isOverridden(_ member: MemberName, of owner: String) -> Bool {
    overriders[member]?.contains { type in
      base(of: member, type).map { $0.owner == owner && $0.isInExtension } ?? false
    } ?? false
  }

  /// Whether the body of a class gets a forwarding member for one that its extensions declare, so that subclasses can
  /// override it.
  func promotes(_ member: MemberName, of owner: String) -> Bool {
    types[owner]?.forwarders.contains { $0.override == nil && $0.member == member && $0.isPossible(owner, self) }
      ?? false
  }

  private mutating func merge(_ type: DeclaredType) {
    var all = types[type.name] ?? DeclaredType(name: type.name)
    all.declarations += type.declarations
    // The superclass is first, and extensions name none.
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

  /// A type and its superclasses, as far as they are known from the sources and Core Animation's classes, the nearest
  /// first.
  func ancestry(of name: String) -> [String] {
    var (names, next) = ([String](), Optional(name))
    while let name = next, !names.contains(name) {
      names.append(name)
      next = types[name]?.inherited.first ?? ProgramNames.layerClasses[name] ?? nil
    }
    return names
  }

  /// Whether a class is a subclass of `CALayer`.
  func isLayer(_ name: String) -> Bool { ancestry(of: name).contains("CALayer") }

  /// Whether a call with these labels can only be that of a function which only events call.
  func areForEvents(_ name: String, _ labels: [String]) -> Bool {
    let member = MemberName(name, labels)
    guard !otherFunctions.contains(member) else { return false }
    return functionsForEvents.contains(member)
      || labels == ["_", "with"] && (name.hasPrefix("touches") || name.hasPrefix("presses"))
        && FunctionDeclSyntax.eventFunctions.contains(name)
  }

  /// The functions with a name in a type or its superclasses, from the nearest type that has any.
  func methods(named name: String, of type: String) -> (owner: String, found: [Method])? {
    for owner in ancestry(of: type) {
      let found = (types[owner]?.methods ?? []).filter { $0.name == name && !$0.isOverride }
      if !found.isEmpty { return (owner, found) }
    }
    return nil
  }
}

/// Apple's names that the rules depend on.
enum ProgramNames {
  /// The layer classes, with their superclasses.
  static let layerClasses: [String: String] = [
    "CAShapeLayer": "CALayer", "CATextLayer": "CALayer", "CAGradientLayer": "CALayer", "CAReplicatorLayer": "CALayer",
    "CAScrollLayer": "CALayer", "CATiledLayer": "CALayer", "CATransformLayer": "CALayer", "CAEmitterLayer": "CALayer",
    "CAMetalLayer": "CALayer", "CAEAGLLayer": "CALayer", "AVPlayerLayer": "CALayer",
  ]

  /// The Objective-C names of properties of Apple's classes that Swift renames.
  static let objectiveCNames: [String: String] = [
    "isHidden": "hidden", "isOpaque": "opaque", "isDoubleSided": "doubleSided",
    "isGeometryFlipped": "geometryFlipped", "isWrapped": "wrapped", "isEnabled": "enabled",
    "isRemovedOnCompletion": "removedOnCompletion", "isAdditive": "additive", "isCumulative": "cumulative",
    "isPaused": "paused", "isUserInteractionEnabled": "userInteractionEnabled", "isHighlighted": "highlighted",
    "isSelected": "selected", "isAnimating": "animating",
  ]

  /// Functions of views and layers without arguments that a selector may name although no file declares them, with
  /// their class.
  static let methods: [String: String] = [
    "removeFromSuperview": "UIView", "setNeedsLayout": "UIView", "layoutIfNeeded": "UIView",
    "layoutSubviews": "UIView", "removeFromSuperlayer": "CALayer", "removeAllAnimations": "CALayer",
  ]

  /// Modules that Lamina provides.
  static let modules: Set<String> = ["UIKit", "QuartzCore", "CoreGraphics", "CoreText", "ImageIO", "AVFoundation"]

  /// Modules that Linux lacks, but whose names Lamina provides or other rules handle.
  static let emptyModules: Set<String> = ["ObjectiveC", "PlaygroundSupport"]

  /// Apple's modules that are not available on Linux.
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
