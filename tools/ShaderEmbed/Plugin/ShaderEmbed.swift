import PackagePlugin

@main struct ShaderEmbed: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}
