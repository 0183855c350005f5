import type { Random } from "../../../server/kit/random.ts";

/** Small voices that sound into a loop. A note that rings past the end of the loop sounds on at its beginning. */

export const sampleRate = 48_000;

/** Mono samples, −1…1, that repeat without a seam. */
export type Loop = Float32Array;

/** When a note begins, in seconds from the loop's beginning, its pitch as a MIDI number, and its loudness 0…1. */
export type Note = { at: number; pitch: number; loudness: number };

const hertz = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12);

/** Two milliseconds in which a plucked string comes up, so that it does not click. */
const attackSamples = 96;

export const silence = (seconds: number): Loop => new Float32Array(Math.round(seconds * sampleRate));

function addAt(loop: Loop, from: number, index: number, sample: number): void {
  const place = (from + index) % loop.length;
  loop[place] = (loop[place] ?? 0) + sample;
}

/** A plucked string (Karplus and Strong). `damping` below 1 decides how long it rings. */
export function pluck(loop: Loop, { at, pitch, loudness }: Note, random: Random, damping = 0.996): void {
  const from = Math.round(at * sampleRate);
  const period = Math.max(2, Math.round(sampleRate / hertz(pitch)));
  const line = Float32Array.from({ length: period }, () => random() * 2 - 1);
  softened(line);
  for (let index = 0; index < 2.2 * sampleRate; index++) {
    const here = index % period;
    const value = line[here] ?? 0;
    addAt(loop, from, index, value * loudness * 0.6 * Math.min(1, index / attackSamples));
    line[here] = damping * 0.5 * (value + (line[(here + 1) % period] ?? 0));
  }
}

/** Takes the scratch out of a string's first moment. */
function softened(line: Float32Array): void {
  for (let pass = 0; pass < 3; pass++)
    for (let index = 1; index < line.length; index++)
      line[index] = 0.5 * (line[index] ?? 0) + 0.5 * (line[index - 1] ?? 0);
}

type Wave = () => number;

/** The next sample of a sine wave at each call, by recurrence: far cheaper than a sine per sample. */
function sine(radiansPerSample: number): Wave {
  const twice = 2 * Math.cos(radiansPerSample);
  let now = 0;
  let before = -Math.sin(radiansPerSample);
  return () => {
    const sample = now;
    now = twice * sample - before;
    before = sample;
    return sample;
  };
}

const radiansPerSample = (pitch: number) => (2 * Math.PI * hertz(pitch)) / sampleRate;

/** A struck tone: `partials` are the loudnesses of the first harmonics, `decaySeconds` how fast it fades. */
export function strike(loop: Loop, note: Note, partials: readonly number[], decaySeconds: number): void {
  const from = Math.round(note.at * sampleRate);
  const length = Math.round(decaySeconds * 3 * sampleRate);
  partials.forEach((share, harmonic) => {
    if (share === 0) return;
    const tone = sine(radiansPerSample(note.pitch) * (harmonic + 1));
    const fade = Math.exp(-(1 + harmonic * 0.6) / (decaySeconds * sampleRate));
    let level = note.loudness * share * 0.4;
    for (let index = 0; index < length; index++) {
      addAt(loop, from, index, tone() * level * Math.min(1, index / 240));
      level *= fade;
    }
  });
}

/** A soft chord that swells and falls over `seconds`. */
export function pad(loop: Loop, notes: readonly Note[], seconds: number): void {
  const length = Math.round(seconds * sampleRate);
  for (const { at, pitch, loudness } of notes) {
    const from = Math.round(at * sampleRate);
    const voices = [1, 1.004, 2].map((ratio) => sine(radiansPerSample(pitch) * ratio)) as [Wave, Wave, Wave];
    const swell = sine(Math.PI / length);
    for (let index = 0; index < length; index++) {
      const tone = voices[0]() + 0.5 * voices[1]() + 0.2 * voices[2]();
      addAt(loop, from, index, tone * swell() ** 2 * loudness * 0.16);
    }
  }
}

/** A soft drum that falls in pitch. */
export function thump(loop: Loop, at: number, loudness: number): void {
  const from = Math.round(at * sampleRate);
  let angle = 0;
  for (let index = 0; index < 0.25 * sampleRate; index++) {
    const seconds = index / sampleRate;
    angle += (2 * Math.PI * (48 + 70 * Math.exp(-seconds * 30))) / sampleRate;
    addAt(loop, from, index, Math.sin(angle) * Math.exp(-seconds * 14) * loudness * 0.7);
  }
}

/** A brushed cymbal. */
export function brushed(loop: Loop, at: number, loudness: number, random: Random): void {
  const from = Math.round(at * sampleRate);
  let last = 0;
  for (let index = 0; index < 0.12 * sampleRate; index++) {
    const noise = random() * 2 - 1;
    addAt(loop, from, index, (noise - last) * Math.exp(-index / 1400) * loudness * 0.12);
    last = noise;
  }
}

/** The air of a room: low noise, crossfaded so that the loop has no seam. */
export function roomTone(loop: Loop, loudness: number, random: Random): void {
  const overlap = sampleRate / 2;
  const noise = new Float32Array(loop.length + overlap);
  let slow = 0;
  for (let index = 0; index < noise.length; index++) {
    slow += 0.02 * (random() * 2 - 1 - slow);
    noise[index] = slow;
  }
  for (let index = 0; index < loop.length; index++) {
    const into = Math.min(1, index / overlap);
    const tail = index < overlap ? (noise[loop.length + index] ?? 0) * (1 - into) : 0;
    addAt(loop, 0, index, ((noise[index] ?? 0) * into + tail) * loudness);
  }
}

/** Scales a loop so that its loudest sample is `peak`. */
export function levelled(loop: Loop, peak: number): Loop {
  const loudest = loop.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  return loop.map((sample) => (sample * peak) / loudest);
}
