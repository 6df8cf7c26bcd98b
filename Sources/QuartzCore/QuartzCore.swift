// `import QuartzCore` works as on Apple's platforms: everything of Lamina under that name.

@_exported public import Lamina
