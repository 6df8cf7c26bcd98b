// `import CoreText` works as on Apple's platforms: fonts, lines, runs and frames under that name, and what they draw into.

@_exported public import Foundation
@_exported public import LaminaGeometry
@_exported public import LaminaGraphics
