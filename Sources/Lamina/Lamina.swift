@_exported public import LaminaGeometry
@_exported public import LaminaGraphics
@_exported public import LaminaLayers
