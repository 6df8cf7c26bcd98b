package enum ShaderCatalog {}
