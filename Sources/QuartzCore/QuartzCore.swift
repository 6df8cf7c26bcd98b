@_exported public import Lamina
