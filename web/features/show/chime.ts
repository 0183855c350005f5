import { localStore } from "#web/lib/platform/storage.ts";
const chimeKey = "show_chime";

/** Whether the warnings of a show are heard, as this browser has chosen. */
export function chimeOn(): boolean {
  return localStore.getItem(chimeKey) !== "off";
}

/** Remembers whether the warnings are heard. */
export function setChimeOn(on: boolean): void {
  localStore.setItem(chimeKey, on ? "on" : "off");
}

let audio: AudioContext | null = null;

/** Two soft notes, unless they were switched off or the browser allows no sound yet. */
export function playChime(): void {
  if (typeof AudioContext === "undefined" || !chimeOn()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume().catch(() => {});
  for (const [index, hertz] of [659.25, 880].entries()) note(audio, hertz, audio.currentTime + index * 0.16);
}

function note(context: AudioContext, hertz: number, at: number): void {
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.frequency.value = hertz;
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(0.07, at + 0.03);
  loudness.gain.exponentialRampToValueAtTime(0.0005, at + 0.5);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.52);
}
