// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaTestSupport
import Synchronization
import Testing

/// Films from a device: frames in flight, and planes made by a shader.
@Suite(.enabled(if: SharedRenderers.hasGPU, "no device for OpenGL ES"), .serialized)
struct DeviceFilmTests {
  private func bytes(
    _ source: FrameSource, _ frames: Range<Int>, _ name: String, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var job = ExportJob(source, timing: try Films.timing(frames), to: try ExportDestination(folder.path(name)))
    change(&job.options)
    let summary = try job.run(with: Renderer(.gpu(.automatic)))
    #expect(summary.drawn + summary.repeated == frames.count)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
  }

  @Test("frames in flight come out in order, each the picture that the device draws by itself")
  func order() throws {
    let (source, frames) = (Films.moving(), 0..<20)
    let renderer = try Renderer(.gpu(.automatic))
    var expected: [UInt8] = []
    for number in frames {
      let time = try Films.timing(frames).time(of: number)
      source.prepare?(number, time)
      expected += try renderer.render(source.scene, at: time).image.straightRGBA()
    }
    #expect(try bytes(source, frames, "film.rgba") == expected)
  }

  @Test("planes made by the device are within a level of BT.709 in double precision")
  func planes() throws {
    let renderer = try Renderer(.gpu(.automatic))
    for (width, height) in [(1, 1), (3, 2), (8, 8), (17, 9), (64, 48), (33, 31)] {
      for isOpaque in [true, false] {
        let noise = YUVReference.noise(width, height, isOpaque: isOpaque)
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        root.contents = noise
        root.magnificationFilter = .nearest
        let drawn = try renderer.render(root).image
        let plan = try RenderPlan(root)
        let gpu = try #require(renderer.gpu)
        for hasAlpha in [false, true] {
          try gpu.begin(plan, planes: hasAlpha)
          guard case .planes(let planes) = try gpu.end() else {
            Issue.record("no planes came back")
            continue
          }
          let reference = YUVReference.planes(drawn, hasAlpha: hasAlpha)
          let difference = YUVReference.largestDifference(planes.bytes, from: reference)
          #expect(difference <= 1, "\(width) x \(height), opaque \(isOpaque), alpha \(hasAlpha)")
        }
      }
    }
  }

  @Test("a Y4M film of the device is that of the CPU, give or take what they may differ by")
  func y4m() throws {
    let gpu = try bytes(Films.sparks(), 0..<8, "film.y4m")
    let folder = try TemporaryFolder()
    let job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<8), to: try ExportDestination(folder.path("film.y4m")))
    _ = try job.run(with: Films.cpu())
    let cpu = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("film.y4m"))))
    #expect(gpu.count == cpu.count)
    #expect(zip(gpu, cpu).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
  }

  /// Counts the frames of each lane.
  private final class LaneCounts: Sendable {
    private let state = Mutex([Int: Int]())
    var frames: [Int: Int] { state.withLock { $0 } }
    func note(_ lane: Int) { state.withLock { $0[lane, default: 0] += 1 } }
  }

  /// The devices that lanes draw with, counted.
  private final class CountingDrawer: FrameDrawer {
    private let inner: any FrameDrawer
    private let lane: Int
    private let counts: LaneCounts
    var capacity: Int { inner.capacity }

    init(_ inner: any FrameDrawer, _ lane: Int, _ counts: LaneCounts) {
      (self.inner, self.lane, self.counts) = (inner, lane, counts)
    }

    func begin(_ plan: RenderPlan) throws(RenderError) { try inner.begin(plan) }

    func end() throws(RenderError) -> FramePixels {
      counts.note(lane)
      return try inner.end()
    }
  }

  @Test("a worker for each of several devices, here one device several times, makes the same bytes", arguments: [2, 3])
  func workers(count: Int) throws {
    let device = try #require(GPUDevice.list().first { $0.isUsable })
    let frames = 0..<60
    func film(_ name: String, devices: Int, _ counts: LaneCounts) throws -> [UInt8] {
      let folder = try TemporaryFolder()
      let job = ExportJob(
        Films.sparks(), timing: try Films.timing(frames), to: try ExportDestination(folder.path(name)))
      // Open before the film starts, since otherwise the first lane could make all of it.
      let plan = try job.source.plan(job.timing.moment(of: 0), options: job.options.render).plan
      let real = try Drawers(devices: Array(repeating: device, count: devices), options: job.options)
        .opened(drawing: plan, layout: name == "film.y4m" ? .yuv420 : nil)
      #expect(real.lanes == devices && real.identity == Drawers(devices: [device], options: job.options).identity)
      let drawers = Drawers(identity: real.identity, lanes: real.lanes, encoders: real.encoders) {
        (lane, layout) throws(RenderError) in
        CountingDrawer(try real.factory(lane, layout), lane, counts)
      }
      let summary = try job.run(with: drawers)
      #expect(summary.drawn == frames.count)
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
    }
    for name in ["film.rgba", "film.y4m"] {
      let counts = LaneCounts()
      #expect(try film(name, devices: count, counts) == film(name, devices: 1, LaneCounts()))
      #expect(counts.frames.values.reduce(0, +) == frames.count)
      #expect(counts.frames.count == count, "frames by lane: \(counts.frames)")
    }
  }

  @Test("1.5 bytes a pixel come back for planes, 2.5 with alpha")
  func traffic() {
    let size = PixelSize(width: 1920, height: 1080)
    #expect(4 * PackedPlanes(size: size, hasAlpha: false).targetSize.area == size.area * 3 / 2)
    #expect(4 * PackedPlanes(size: size, hasAlpha: true).targetSize.area == size.area * 5 / 2)
  }
}

@Suite struct DeviceAssignmentTests {
  /// Four GPUs and a software device behind them.
  static let machine: [GPUDeviceDescription] = (0..<5).map { index in
    var row = GPUDeviceDescription(index: index, platform: .device, node: index < 4 ? "card\(index)" : nil)
    row.vendor = index < 4 ? "NVIDIA Corporation" : "Mesa"
    row.renderer = index < 4 ? "NVIDIA H100" : "llvmpipe (LLVM 15.0.6, 256 bits)"
    row.version = "3.2"
    return row
  }

  @Test(
    "a process takes the devices it was given",
    arguments: [
      ([:], [0, 1, 2, 3]), (["CUDA_VISIBLE_DEVICES": "2"], [2]), (["CUDA_VISIBLE_DEVICES": "0,3"], [0, 3]),
      (["CUDA_VISIBLE_DEVICES": "7"], []), (["CUDA_VISIBLE_DEVICES": "GPU-8f2c11aa"], [0]),
      (["CUDA_VISIBLE_DEVICES": "GPU-8f2c11aa,MIG-0b3d"], [0, 1]),
      (["CUDA_VISIBLE_DEVICES": ""], []), (["CUDA_VISIBLE_DEVICES": "-1"], []), (["SLURM_JOB_GPUS": "1-2"], [1, 2]),
      (["SLURM_JOB_GPUS": "7,8"], [0, 1, 2, 3]), (["SLURM_STEP_GPUS": "3", "SLURM_JOB_GPUS": "0"], [3]),
      (["SLURM_LOCALID": "1", "SLURM_NTASKS_PER_NODE": "4"], [1]),
      (["SLURM_LOCALID": "1", "SLURM_NTASKS_PER_NODE": "2"], [1, 3]),
      (["SLURM_LOCALID": "6", "SLURM_NTASKS_PER_NODE": "8"], [2]),
      (["SLURM_LOCALID": "0", "SLURM_NTASKS_PER_NODE": "1"], [0, 1, 2, 3]),
    ] as [([String: String], [Int])])
  func assignment(_ environment: [String: String], _ expected: [Int]) {
    #expect(DeviceAssignment.devices(of: Self.machine, in: environment).map(\.index) == expected)
    // A device that belongs to somebody else is not taken instead: software is.
    #expect(DeviceAssignment.device(of: Self.machine, in: environment)?.index == expected.first ?? 4)
    #expect(DeviceAssignment.device(of: Array(Self.machine.prefix(4)), in: environment)?.index == expected.first)
  }
}
