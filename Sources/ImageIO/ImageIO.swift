// `import ImageIO` works as on Apple's platforms: picture files in and out under that name, and the pictures.

@_exported public import Foundation
@_exported public import LaminaGeometry
@_exported public import LaminaGraphics
