/** The two notes: their pitch in hertz, and when each begins, in seconds. */
const notes = [
  [660, 0],
  [880, 0.18],
] as const;
const noteSeconds = 0.35;
const loudness = 0.25;

let context: AudioContext | null = null;

/**
 * Two soft notes, made here so that no file has to come first. A page that was never touched may not sound: then nothing
 * is heard. Browser only.
 */
export function playChime(): void {
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  const audio = context;
  void audio.resume().catch(() => undefined);
  for (const [pitch, after] of notes) {
    const at = audio.currentTime + after;
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + noteSeconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + noteSeconds);
  }
}
