import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { expect, onTestFinished, test } from "vitest";
import { art } from "../art.ts";
import { framesPerKeyframe, framesPerSecond } from "../clips.ts";
import { filmSeconds, makeFilm } from "./film.ts";
import { filmClips } from "./plan.ts";

/** The types of the NAL units of a sample, each after its length in 4 bytes (ISO/IEC 14496-10, table 7-1). */
function unitTypes(sample: Uint8Array): number[] {
  const bytes = Buffer.from(sample);
  const types: number[] = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at))
    types.push(bytes.readUInt8(at + 4) & 0x1f);
  return types;
}

test.each(filmClips.map((clip, loops) => ({ clip, loops })))(
  "R-OPEN-96: the film of $clip is as long as its page shows, without a gap, with music, and names the settings of each clip",
  async (film) => {
    const bytes = await makeFilm(film, {
      clipOf: (part) => art.clip("luna", part),
      soundFile: art.sound("guitar"),
    });
    const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
    onTestFinished(() => input.dispose());
    expect(filmSeconds(film)).toBeGreaterThanOrEqual(30);
    expect(Math.abs((await input.computeDuration()) - filmSeconds(film))).toBeLessThan(1);
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    if (!video || !audio) throw new Error("a track is missing");
    expect([
      audio.codec,
      Math.abs((await audio.computeDuration()) - (await video.computeDuration())) < 0.1,
    ]).toEqual(["opus", true]);
    let frames = 0;
    for await (const packet of new EncodedPacketSink(video).packets()) {
      expect(Math.abs(packet.timestamp - frames / framesPerSecond)).toBeLessThan(0.002);
      const types = unitTypes(packet.data);
      // A picture parameter set (8) and the slice of a keyframe (5), or another slice (1).
      expect(types).toEqual(packet.type === "key" ? [8, 5] : [1]);
      expect(packet.type).toBe(frames % framesPerKeyframe === 0 ? "key" : "delta");
      frames++;
    }
    expect(frames).toBeGreaterThan(30 * framesPerSecond);
  },
);
