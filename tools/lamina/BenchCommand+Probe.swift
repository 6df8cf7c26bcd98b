import Lamina
import LaminaBench

extension BenchCommand {
  /// Measures the device.
  func runProbe(_ console: Console) throws {
    let probe: ProbeBench
    do throws(GPUError) {
      probe = try ProbeBench(device.selection)
    } catch {
      throw CommandFailure(.noDevice, "\(error)", console: console)
    }
    try StandardOutput.write(probe.text)
  }
}
