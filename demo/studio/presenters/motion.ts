import type { CheerSize } from "../../clips.ts";
import type { Pose } from "./pose.ts";
import type { Temperament } from "./temperament.ts";

const turn = (share: number) => Math.sin(2 * Math.PI * share);

/** Half of a blink's length, and of the shut part in it, as shares of the loop; even the shut part outlasts one frame. */
const blinkHalf = 0.024;
const shutHalf = 0.009;
const syllablesPerLoop = 36;
/** The part of the loop in which people who wave do wave. */
const waving = { from: 0.06, to: 0.34 };

function eyesAt(phase: number, { blinks }: Temperament): Pose["eyes"] {
  const nearest = Math.min(...blinks.map((blink) => Math.abs(blink - phase)));
  if (nearest < shutHalf) return "closed";
  return nearest < blinkHalf ? "half" : "open";
}

const isTalking = (phase: number, { talks }: Temperament) =>
  talks.some(({ from, to }) => phase >= from && phase < to);

function mouthAt(phase: number, temperament: Temperament): Pose["mouth"] {
  if (!isTalking(phase, temperament)) return "rest";
  const syllable = Math.floor(phase * syllablesPerLoop);
  return temperament.syllables[syllable % temperament.syllables.length] ?? "talk";
}

function swingAt(phase: number, { swings }: Temperament): number {
  if (swings > 0) return turn(phase * swings);
  const { from, to } = waving;
  if (phase < from || phase > to) return 0;
  const share = (phase - from) / (to - from);
  return Math.sin(Math.PI * share) * turn(share * 4);
}

/** How someone holds themself at `phase` (0 ≤ phase < 1) of an idle loop; the end of the loop meets its beginning. */
export function idlePose(phase: number, temperament: Temperament): Pose {
  const [first, second, third] = temperament.offsets;
  const lively = temperament.liveliness;
  const talking = isTalking(phase, temperament);
  return {
    phase,
    headX: lively * (4 * turn(phase + third) + 1.2 * turn(3 * phase + first)),
    headY: 1.6 * turn(2 * phase + second) + (talking ? 1.4 * turn(9 * phase) : 0),
    headTilt: lively * (2.6 * turn(phase + first) + 1.1 * turn(2 * phase + second)),
    breath: 0.5 + 0.5 * turn(2 * phase + third),
    eyes: eyesAt(phase, temperament),
    mouth: mouthAt(phase, temperament),
    brows: talking ? 2 + 1.5 * turn(5 * phase) : 0,
    swing: swingAt(phase, temperament),
    drift: turn(2 * phase + second),
    armsUp: 0,
  };
}

const smooth = (share: number) => {
  const inside = Math.min(1, Math.max(0, share));
  return inside * inside * (3 - 2 * inside);
};

/** 0 at both ends of a reaction, 1 in between. */
const envelope = (progress: number, rise: number) => smooth(progress / rise) * smooth((1 - progress) / rise);

/**
 * Joy over a gift, `progress` 0…1 through the reaction. It begins and ends in the idle pose of `phase`, so that the
 * loop goes on without a jump. Only a big gift throws the arms up.
 */
export function cheerPose(phase: number, progress: number, size: CheerSize, temperament: Temperament): Pose {
  const idle = idlePose(phase, temperament);
  const joy = envelope(progress, 0.18);
  const bounce = Math.abs(Math.sin(Math.PI * progress * (size === "big" ? 7 : 4)));
  const beaming = joy > 0.35;
  return {
    ...idle,
    headY: idle.headY - joy * bounce * (size === "small" ? 3 : 7),
    headTilt: idle.headTilt + joy * 3.5 * turn(progress * (size === "small" ? 1 : 2)),
    eyes: beaming && size !== "small" ? "happy" : beaming ? "open" : idle.eyes,
    mouth: beaming ? "wide" : idle.mouth,
    brows: idle.brows + 5 * joy,
    swing: size === "big" ? turn(progress * 6) : idle.swing,
    armsUp: size === "big" ? envelope(progress, 0.16) : 0,
  };
}
