// `import UIKit` brings what programs for Apple's platforms expect of it: Foundation, layers, and this module's views.

@_exported public import Foundation
@_exported public import QuartzCore
