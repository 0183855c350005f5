import { pick, type Random, seededRandom } from "../../../server/kit/random.ts";
import type { Mood } from "../../sound.ts";
import { brushed, type Loop, levelled, pad, pluck, roomTone, silence, strike, thump } from "./synth.ts";

/** Four bars of two seconds. */
const barCount = 4;
const barSeconds = 2;
const loopSeconds = barCount * barSeconds;
/** Quiet: a voice over it would carry. */
const peak = 0.22;

type Chord = readonly number[];

const minorFall: readonly Chord[] = [
  [45, 52, 57, 60, 64],
  [41, 53, 57, 60, 65],
  [48, 52, 55, 60, 64],
  [43, 50, 55, 59, 62],
];
const warm: readonly Chord[] = [
  [48, 55, 59, 64, 67],
  [45, 52, 60, 64, 67],
  [41, 53, 57, 60, 64],
  [43, 53, 55, 59, 64],
];
const night: readonly Chord[] = [
  [50, 57, 60, 65, 69],
  [46, 53, 58, 62, 65],
  [48, 55, 60, 64, 67],
  [45, 52, 57, 61, 64],
];

const PIANO = [1, 0.4, 0.18, 0.08, 0.04];
const bell = [1, 0.05, 0.3, 0.02, 0.12];
const kalimba = [1, 0.1, 0.03];

type Recipe = (loop: Loop, random: Random) => void;

const eachBar = (chords: readonly Chord[], play: (chord: Chord, at: number) => void) =>
  chords.forEach((chord, bar) => {
    play(chord, bar * barSeconds);
  });

const fingering = [0, 2, 3, 4, 3, 2, 4, 3];

const guitar: Recipe = (loop, random) =>
  eachBar(minorFall, (chord, bar) => {
    fingering.forEach((string, step) => {
      pluck(
        loop,
        { at: bar + step * 0.25, pitch: chord[string] ?? 57, loudness: 0.5 + 0.2 * random() },
        random,
      );
    });
  });

const piano: Recipe = (loop, random) =>
  eachBar(warm, (chord, bar) => {
    strike(loop, { at: bar, pitch: (chord[0] ?? 48) - 12, loudness: 0.7 }, PIANO, 1.3);
    [1, 2, 3, 4, 3, 2].forEach((tone, step) => {
      const at = bar + step / 3 + 0.01 * random();
      strike(loop, { at, pitch: chord[tone] ?? 60, loudness: 0.4 + 0.2 * random() }, PIANO, 0.9);
    });
  });

const house: Recipe = (loop, random) =>
  eachBar(night, (chord, bar) => {
    for (let beat = 0; beat < 4; beat++) {
      thump(loop, bar + beat * 0.5, 0.7);
      brushed(loop, bar + beat * 0.5 + 0.25, 0.6, random);
      strike(
        loop,
        { at: bar + beat * 0.5 + 0.25, pitch: (chord[0] ?? 50) - 12, loudness: 0.6 },
        [1, 0.5, 0.2],
        0.2,
      );
    }
    pad(
      loop,
      chord.map((pitch) => ({ at: bar, pitch: pitch + 12, loudness: 0.5 })),
      barSeconds,
    );
  });

const arcade: Recipe = (loop, random) =>
  eachBar(warm, (chord, bar) => {
    for (let step = 0; step < 8; step++) {
      const pitch = (chord[1 + ((step * 3) % 4)] ?? 60) + 12;
      strike(
        loop,
        { at: bar + step * 0.25, pitch, loudness: 0.35 + 0.15 * random() },
        [1, 0, 0.33, 0, 0.2],
        0.14,
      );
    }
    strike(loop, { at: bar, pitch: chord[0] ?? 48, loudness: 0.6 }, [1, 0, 0.33], 0.4);
  });

const lounge: Recipe = (loop, random) => {
  roomTone(loop, 0.5, random);
  eachBar(night, (chord, bar) => {
    chord.slice(1).forEach((pitch, index) => {
      strike(loop, { at: bar + index * 0.03, pitch, loudness: 0.4 }, [1, 0.3, 0.05], 1);
    });
    brushed(loop, bar + 0.5, 0.5, random);
    brushed(loop, bar + 1.5, 0.5, random);
  });
};

const starlight: Recipe = (loop, random) => {
  eachBar(night, (chord, bar) => {
    pad(
      loop,
      chord.map((pitch) => ({ at: bar, pitch, loudness: 0.6 })),
      barSeconds * 1.8,
    );
    strike(loop, { at: bar + random(), pitch: (pick(random, chord) % 12) + 84, loudness: 0.3 }, bell, 1.2);
  });
};

const pentatonic = [60, 62, 64, 67, 69, 72, 74, 76];

const sunshine: Recipe = (loop, random) => {
  roomTone(loop, 0.35, random);
  for (let step = 0; step < 24; step++) {
    if (random() < 0.25) continue;
    const at = (step * loopSeconds) / 24;
    strike(loop, { at, pitch: pick(random, pentatonic), loudness: 0.35 + 0.25 * random() }, kalimba, 0.5);
  }
  eachBar(warm, (chord, bar) => {
    pad(
      loop,
      chord.slice(1, 4).map((pitch) => ({ at: bar, pitch, loudness: 0.3 })),
      barSeconds * 1.4,
    );
  });
};

const quietRoom: Recipe = (loop, random) => {
  roomTone(loop, 0.8, random);
  eachBar(warm, (chord, bar) => {
    strike(loop, { at: bar + 0.2, pitch: (chord[3] ?? 60) + 12, loudness: 0.3 }, PIANO, 1.1);
    pad(
      loop,
      chord.slice(0, 3).map((pitch) => ({ at: bar, pitch, loudness: 0.35 })),
      barSeconds * 1.6,
    );
  });
};

const recipes: Readonly<Record<Mood, Recipe>> = {
  guitar,
  piano,
  house,
  arcade,
  lounge,
  starlight,
  sunshine,
  quietRoom,
};

/** Eight seconds of music, quiet and without a seam; always the same for the same mood. */
export function composeMood(mood: Mood): Loop {
  const loop = silence(loopSeconds);
  recipes[mood](loop, seededRandom(`music of ${mood}`));
  return levelled(loop, peak);
}
