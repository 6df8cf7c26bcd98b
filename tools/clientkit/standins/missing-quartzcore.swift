// Names of Apple's frameworks that programs use and Lamina may lack: none now. A part begins with a name and an expression that
// compiles where Lamina has it, after "missing:", and goes on with the declaration; only parts that are needed are compiled.
