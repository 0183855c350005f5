import type { SceneName } from "./models.ts";

/** The pieces of music of the demo world; several scenes share one. */
export const moods = [
  "guitar",
  "piano",
  "house",
  "arcade",
  "lounge",
  "starlight",
  "sunshine",
  "quietRoom",
] as const;
export type Mood = (typeof moods)[number];

/** The sound of each scene. */
export const moodOf: Readonly<Record<SceneName, Mood>> = {
  guitar: "guitar",
  piano: "piano",
  neon: "house",
  game: "arcade",
  mic: "lounge",
  sofa: "lounge",
  stars: "starlight",
  plants: "sunshine",
  paint: "sunshine",
  kitchen: "sunshine",
  gym: "arcade",
  books: "quietRoom",
  chess: "quietRoom",
  languages: "quietRoom",
};

/** Writes Opus packets of 20 ms into one file: each as its length in 2 bytes, big endian, and its bytes. */
export function packPackets(packets: readonly Buffer[]): Buffer {
  return Buffer.concat(
    packets.flatMap((packet) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(packet.length);
      return [length, packet];
    }),
  );
}

/** Reads what {@link packPackets} wrote; throws when the file is cut short. */
export function unpackPackets(file: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at < file.length;) {
    const length = file.readUInt16BE(at);
    const packet = file.subarray(at + 2, at + 2 + length);
    if (packet.length !== length) throw new Error("sound file is cut short");
    packets.push(packet);
    at += 2 + length;
  }
  return packets;
}
