import { readFile } from "node:fs/promises";
import path from "node:path";
import { BufferSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output } from "mediabunny";

/** Two seconds of H.264 in an MP4, 320 × 180 at 8 frames a second, whose grey turns lighter. */
const grey = path.join(import.meta.dirname, "grey.mp4");

/** A film of two seconds; `note` stands in the file as its comment. */
export async function testVideo(note = ""): Promise<Uint8Array> {
  const film = await readFile(grey);
  if (note === "") return film;
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input: new Input({ formats: [MP4], source: new BufferSource(film) }),
    output: new Output({ format: new Mp4OutputFormat(), target }),
    tags: { comment: note },
  });
  await conversion.execute();
  return new Uint8Array(target.buffer ?? []);
}
