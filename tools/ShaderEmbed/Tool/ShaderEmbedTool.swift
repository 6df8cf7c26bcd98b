@main struct ShaderEmbedTool { static func main() {} }
