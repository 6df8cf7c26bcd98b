"""Draws frames of a Lottie file with ThorVG and prints the milliseconds a frame of each round.

Use: thorvg.py FILE WIDTH HEIGHT FRAMES ROUNDS THREADS
"""

import sys
import time

import thorvg_python as tvg

path, width, height, frames, rounds, threads = sys.argv[1], *map(int, sys.argv[2:7])
engine = tvg.Engine(threads=threads)
canvas = tvg.SwCanvas(engine)
canvas.set_target(width, height)
animation = tvg.LottieAnimation(engine)
picture = animation.get_picture()
picture.load(path)
_, own_width, own_height = picture.get_size()
scale = min(width / own_width, height / own_height)
picture.set_size(own_width * scale, own_height * scale)
canvas.add(picture)
_, total = animation.get_total_frame()


def draw(frame):
    animation.set_frame(frame * total / frames)
    canvas.update()
    canvas.draw(True)
    canvas.sync()


draw(0)
for _ in range(rounds):
    start = time.perf_counter()
    for frame in range(frames):
        draw(frame)
    print(f"{(time.perf_counter() - start) * 1e3 / frames:.3f}")
engine.term()
