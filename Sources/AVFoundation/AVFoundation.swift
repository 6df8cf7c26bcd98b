// `import AVFoundation` brings what programs that put layers over videos expect of it: assets, compositions, players and exports, and
// the layers and Foundation with them.

@_exported public import Foundation
@_exported public import LaminaExport
@_exported public import QuartzCore
