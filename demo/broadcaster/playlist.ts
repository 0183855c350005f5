import {
  type CheerSize,
  type ClipName,
  curtainClosedAt,
  curtainOpensAt,
  clipFrames,
  framesPerKeyframe,
} from "../clips.ts";

/** A room's request to its scene. */
export type Reaction = { kind: "cheer"; size: CheerSize } | { kind: "curtain" } | { kind: "open" };

/** Decides which picture comes next. Every change of clip begins with a keyframe. */
export type Playlist = {
  /** The next picture to send. */
  next(): { clip: ClipName; frame: number };
  /**
   * Plays a reaction at once. A cheer waits for one that is as big or bigger, and at most one waits; no cheer is
   * shown while the curtain moves. The curtain closes, hangs for a second and opens on its own, so that nobody
   * pays for a closed curtain; `open` opens it at once.
   */
  react(reaction: Reaction): void;
  /** Goes to the nearest keyframe with the next picture. */
  refresh(): void;
};

const sizes: readonly CheerSize[] = ["small", "medium", "big"];
const cheerSize = (clip: ClipName) => sizes.findIndex((size) => clip === `cheer-${size}`);

/** The nearest keyframe of a clip; during a reaction or curtain it only goes back. */
function nearestKeyframe(clip: ClipName, frame: number): number {
  const steps = frame / framesPerKeyframe;
  const step = clip === "idle" ? Math.round(steps) : Math.floor(steps);
  return (step * framesPerKeyframe) % clipFrames[clip];
}

/** Starts with the idle loop. `has` answers whether a clip is there; a reaction without its clip is passed over. */
export function createPlaylist(has: (clip: ClipName) => boolean): Playlist {
  let clip: ClipName = "idle";
  let frame = 0;
  let waiting: ClipName | null = null;
  let wantsKeyframe = false;

  const begin = (next: ClipName, at = 0) => {
    clip = next;
    frame = at;
  };
  /** Reactions move along with the idle loop, so it continues where they end. */
  const afterEnd = () => {
    if (waiting) {
      begin(waiting);
      waiting = null;
    } else begin("idle", clipFrames[clip] % clipFrames.idle);
  };
  const cheer = (size: CheerSize) => {
    const wanted: ClipName = `cheer-${size}`;
    if (!has(wanted) || clip === "curtain") return;
    if (cheerSize(clip) < cheerSize(wanted)) begin(wanted);
    else if (waiting === null || cheerSize(waiting) < cheerSize(wanted)) waiting = wanted;
  };
  const draw = (at: number) => {
    if (!has("curtain")) return;
    waiting = null;
    begin("curtain", at);
  };
  const isShut = () => clip === "curtain" && frame >= curtainClosedAt && frame < curtainOpensAt;

  return {
    next() {
      if (frame >= clipFrames[clip]) afterEnd();
      if (wantsKeyframe) frame = nearestKeyframe(clip, frame);
      wantsKeyframe = false;
      return { clip, frame: frame++ };
    },
    react(reaction) {
      if (reaction.kind === "cheer") cheer(reaction.size);
      else if (reaction.kind === "open") draw(curtainOpensAt);
      else if (!isShut()) draw(0);
    },
    refresh() {
      wantsKeyframe = true;
    },
  };
}
