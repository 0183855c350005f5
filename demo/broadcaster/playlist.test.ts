import { expect, test } from "vitest";
import { curtainOpensAt, clipFrames, framesPerKeyframe } from "../clips.ts";
import { createPlaylist } from "./playlist.ts";

const all = () => true;
const play = (playlist: ReturnType<typeof createPlaylist>, frames: number) =>
  Array.from({ length: frames }, () => playlist.next());

test("the idle loop repeats", () => {
  const shown = play(createPlaylist(all), clipFrames.idle + 2);
  expect(shown.every(({ clip }) => clip === "idle")).toBe(true);
  expect(shown.at(-1)?.frame).toBe(1);
});

test("a reaction is shown at once and the idle loop continues where it ended", () => {
  const playlist = createPlaylist(all);
  play(playlist, 5);
  playlist.react({ kind: "cheer", size: "medium" });
  expect(play(playlist, clipFrames["cheer-medium"]).map(({ frame }) => frame)[0]).toBe(0);
  expect(playlist.next()).toEqual({ clip: "idle", frame: clipFrames["cheer-medium"] % clipFrames.idle });
});

test("a bigger cheer interrupts, a smaller one waits, and only one waits", () => {
  const playlist = createPlaylist(all);
  playlist.react({ kind: "cheer", size: "small" });
  playlist.next();
  playlist.react({ kind: "cheer", size: "big" });
  for (let tip = 0; tip < 10; tip++) playlist.react({ kind: "cheer", size: "small" });
  const clips = play(playlist, clipFrames["cheer-big"] + clipFrames["cheer-small"] + 1).map(
    ({ clip }) => clip,
  );
  expect(clips[0]).toBe("cheer-big");
  expect(clips[clipFrames["cheer-big"]]).toBe("cheer-small");
  expect(clips.at(-1)).toBe("idle");
});

test("the curtain opens on its own, suppresses reactions, and can be opened early", () => {
  const playlist = createPlaylist(all);
  playlist.react({ kind: "curtain" });
  play(playlist, 20);
  playlist.react({ kind: "cheer", size: "big" });
  playlist.react({ kind: "open" });
  expect(playlist.next()).toEqual({ clip: "curtain", frame: curtainOpensAt });
  const rest = play(playlist, clipFrames.curtain - curtainOpensAt);
  expect(rest.at(-1)?.clip).toBe("idle");
});

test("a keyframe request is met by the next picture", () => {
  const playlist = createPlaylist(all);
  for (const shown of [3, 5, 62, 64]) {
    play(playlist, shown);
    playlist.refresh();
    expect(playlist.next().frame % framesPerKeyframe).toBe(0);
  }
});

test("a reaction that is not drawn yet is passed over", () => {
  const playlist = createPlaylist((clip) => clip === "idle");
  playlist.react({ kind: "cheer", size: "big" });
  playlist.react({ kind: "curtain" });
  expect(playlist.next()).toEqual({ clip: "idle", frame: 0 });
});
