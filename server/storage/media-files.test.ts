import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
} from "mediabunny";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { refuse } from "#server/kit/result.ts";
import { oddVideo, type OddMovie } from "#testing/files/odd-video.ts";
import { testSound, testVideo } from "#testing/files/test-video.ts";
import { plainNodeMegabytes } from "#testing/processes/plain-node.ts";
import { cleanVideo, decodeInTurn, encodePicture } from "./storage.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fanlight-media-files-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileWith = async (name: string, bytes: Uint8Array) => {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
};

/** Fine black and white stripes: what blurring has to destroy. */
const stripes = async () => {
  const line = (x: number) => `<rect x="${x}" width="4" height="600" fill="#fff"/>`;
  const lines = Array.from({ length: 100 }, (_, index) => line(index * 8)).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">${lines}</svg>`;
  return sharp(Buffer.from(svg))
    .jpeg()
    .withExif({ IFD0: { Artist: "Ana at home" } })
    .toBuffer();
};
const contrast = async (bytes: Uint8Array) =>
  (await sharp(bytes).greyscale().stats()).channels[0]?.stdev ?? 0;

test("R-OPEN-84: the blurred picture is a file of its own that holds next to nothing of the clear one", async () => {
  const encoded = await encodePicture(await stripes());
  if (!encoded.ok) throw new Error(encoded.refusal);
  const drawn = encoded.picture;
  expect(drawn).toMatchObject({ width: 800, height: 600 });
  expect((await sharp(drawn.thumb).metadata()).width).toBe(640);
  expect((await sharp(drawn.blurred).metadata()).width).toBe(320);
  expect(await contrast(drawn.clear)).toBeGreaterThan(90);
  expect(await contrast(drawn.blurred)).toBeLessThan(15);
  for (const bytes of [drawn.clear, drawn.thumb, drawn.blurred])
    expect(Buffer.from(bytes).includes("Ana at home")).toBe(false);
});

test("no other file passes for a picture, whatever its name says", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  for (const bytes of ["words", svg, "", "<html>"])
    expect(await encodePicture(await fileWith("picture.png", Buffer.from(bytes)))).toEqual(
      refuse("not_a_picture"),
    );
});

test("a video is measured and remuxed without what its file had beside pictures and sound", async () => {
  const bytes = await testVideo("recorded at 4.6097,-74.0817");
  expect(Buffer.from(bytes).includes("4.6097")).toBe(true);
  const cleaned = await cleanVideo(await fileWith("film.mov", bytes), { secondsMax: 60 });
  if (!cleaned.ok) throw new Error(cleaned.refusal);
  expect(cleaned.video).toMatchObject({ contentType: "video/mp4", seconds: 2, width: 320, height: 180 });
  const written = await readFile(cleaned.video.path);
  expect(written.includes("4.6097")).toBe(false);
  expect(written.subarray(4, 8).toString()).toBe("ftyp");
});

test("what is no video, too long, or in a codec that browsers do not play is refused", async () => {
  const film = await testVideo();
  const refusal = async (bytes: Uint8Array, secondsMax = 60) => {
    const cleaned = await cleanVideo(await fileWith("film.mp4", bytes), { secondsMax });
    return cleaned.ok ? null : cleaned.refusal;
  };
  expect(await refusal(film, 1)).toBe("too_long");
  expect(await refusal(Buffer.from("no film"))).toBe("not_a_video");
  expect(await refusal(film.subarray(0, film.length - 900))).toBe("video_broken");
  expect(await refusal(await stripes())).toBe("not_a_video");
  expect(await refusal(await testSound())).toBe("no_video_track");
  const odd = Buffer.from(film);
  for (let at = odd.indexOf("avc1"); at >= 0; at = odd.indexOf("avc1", at + 1)) odd.write("hvc1", at);
  for (let at = odd.indexOf("avcC"); at >= 0; at = odd.indexOf("avcC", at + 1)) odd.write("hvcC", at);
  expect(["codec", "not_a_video"]).toContain(await refusal(odd));
});

test("half of a video whose tables come first is refused as broken", async () => {
  const grey = new Input({ formats: [MP4], source: new BufferSource(await testVideo()) });
  const made = async (format: OutputFormat) => {
    const target = new BufferTarget();
    const copy = { mode: "forced" } as const;
    const conversion = await Conversion.init({ input: grey, output: new Output({ format, target }), copy });
    await conversion.execute();
    return Buffer.from(target.buffer ?? new ArrayBuffer());
  };
  const outcome = async (bytes: Uint8Array) => {
    const cleaned = await cleanVideo(await fileWith("cut", bytes), { secondsMax: 60 });
    return cleaned.ok ? "taken" : cleaned.refusal;
  };
  for (const fastStart of ["in-memory", "fragmented"] as const)
    for (const format of [new Mp4OutputFormat({ fastStart }), new MovOutputFormat({ fastStart })]) {
      const whole = await made(format);
      expect(await outcome(whole)).toBe("taken");
      expect(await outcome(whole.subarray(0, whole.length / 2))).toBe("video_broken");
    }
});

test("a film whose first picture comes seconds after its beginning is whole, and half of it is broken", async () => {
  const grey = new Input({ formats: [MP4], source: new BufferSource(await testVideo()) });
  const track = await grey.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error("the film has no pictures");
  for (const fastStart of ["in-memory", "fragmented"] as const) {
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat({ fastStart }), target });
    const source = new EncodedVideoPacketSource("avc");
    output.addVideoTrack(source);
    await output.start();
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(packet.clone({ timestamp: packet.timestamp + 5 }), { decoderConfig });
    await output.finalize();
    const late = Buffer.from(target.buffer ?? new ArrayBuffer());
    const outcome = async (bytes: Uint8Array) => {
      const cleaned = await cleanVideo(await fileWith("late", bytes), { secondsMax: 60 });
      return cleaned.ok ? "taken" : cleaned.refusal;
    };
    expect(await outcome(late), fastStart).toBe("taken");
    expect(await outcome(late.subarray(0, late.length / 2)), fastStart).toBe("video_broken");
  }
});

test("a video of a kilobyte that declares four billion frames is none, and takes nothing but its own process with it", async () => {
  const file = await fileWith("endless.mp4", await oddVideo({ samples: 0xffffffff }));
  // With less memory than usually it is used up in less time.
  const bounds = { secondsMax: 60, heapMegabytesMax: 48 };
  expect(await cleanVideo(file, bounds)).toEqual({ ok: false, refusal: "not_a_video" });
  const film = await fileWith("film.mp4", await testVideo());
  expect((await cleanVideo(film, { secondsMax: 60 })).ok).toBe(true);
  await rm(`${film}.clean`);
  expect(await cleanVideo(film, { secondsMax: 60, msMax: 1 }), "one that takes too long").toEqual({
    ok: false,
    refusal: "not_a_video",
  });
  expect(await readdir(folder)).not.toContain("film.mp4.clean");
});

test("what declares sizes and times that no film has is no video, and leaves no copy", async () => {
  const outcome = async (odd: OddMovie) => {
    const cleaned = await cleanVideo(await fileWith("odd.mp4", await oddVideo(odd)), { secondsMax: 60 });
    return cleaned.ok ? [cleaned.video.width, cleaned.video.height] : cleaned.refusal;
  };
  expect(await outcome({ width: 32_767, pixel: [1, 1] })).toEqual([32_767, 180]);
  await rm(path.join(folder, "odd.mp4.clean"));
  for (const odd of [
    { pixel: [4_000_000_000, 1] },
    { pixel: [1, 4_000_000_000] },
    { width: 32_768 },
    { width: 0 },
    { height: 0 },
    { timescale: 0 },
  ] satisfies OddMovie[])
    expect(await outcome(odd), JSON.stringify(odd)).toBe("not_a_video");
  expect(await readdir(folder)).not.toContain("odd.mp4.clean");
});

test("a video whose chunks are all the same stretch of it is not copied many times over", async () => {
  const chunks = 4_000;
  const bytes = await oddVideo({ samples: chunks, timescale: 100_000, chunks, sampleBytes: 8_000 });
  expect(bytes.length).toBeLessThan(30_000);
  const cleaned = await cleanVideo(await fileWith("unpacks.mp4", bytes), { secondsMax: 60 });
  expect(cleaned).toEqual({ ok: false, refusal: "video_broken" });
  expect(await readdir(folder)).not.toContain("unpacks.mp4.clean");
});

test.runIf(process.platform === "linux")(
  "a video of one huge frame is none, though it leaves the heap alone",
  async () => {
    const frameBytes = 400_000_000;
    const file = await fileWith("frame.mp4", await oddVideo({ frameBytes }));
    // Bytes that were not written take no place on the disk, and read as zeros.
    await truncate(file, frameBytes + 1_000);
    const bounds = { secondsMax: 60, memoryMegabytesMax: (await plainNodeMegabytes()) + 300 };
    expect(await cleanVideo(file, bounds)).toEqual({ ok: false, refusal: "video_broken" });
    const film = await fileWith("small.mp4", await testVideo());
    expect((await cleanVideo(film, bounds)).ok, "others have room").toBe(true);
    expect(await readdir(folder)).not.toContain("frame.mp4.clean");
  },
);

test("a JPEG that lacks its last bytes is mended; one that lacks part of its picture, or is damaged, says so", async () => {
  const whole = await stripes();
  for (const missing of [1, 2])
    expect((await encodePicture(whole.subarray(0, -missing))).ok, `${missing} missing`).toBe(true);
  expect((await encodePicture(await fileWith("cut.jpg", whole.subarray(0, -2)))).ok).toBe(true);
  const png = await sharp(whole).png().toBuffer();
  for (const cut of [whole.subarray(0, whole.length / 2), whole.subarray(0, 900), png.subarray(0, 900)])
    expect(await encodePicture(cut)).toEqual(refuse("picture_broken"));
});

test("a photo of 108 megapixels is taken scaled, and what cannot be scaled while it is decoded says why not", async () => {
  const create = { width: 12_000, height: 9_000, channels: 3, background: "#456" } as const;
  const photo = await fileWith(
    "photo.jpg",
    await sharp({ create, limitInputPixels: false }).jpeg().toBuffer(),
  );
  const encoded = await encodePicture(photo);
  expect(encoded.ok && [encoded.picture.width, encoded.picture.height]).toEqual([2048, 1536]);
  const large = sharp({ create: { ...create, width: 8_000, height: 8_200 } });
  for (const picture of [
    large.clone().png({ compressionLevel: 1 }),
    large.clone().jpeg({ progressive: true }),
  ])
    expect(await encodePicture(await picture.toBuffer())).toEqual(refuse("picture_pixels"));
});

test("while two pictures are decoded a third waits its turn", async () => {
  const picture = await stripes();
  const decoded = Promise.withResolvers<void>();
  const two = [1, 2].map(() => decodeInTurn(() => decoded.promise));
  const asked = vi.spyOn(sharp.prototype, "metadata");
  const third = encodePicture(picture);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).not.toHaveBeenCalled();
  decoded.resolve();
  await Promise.all(two);
  expect((await third).ok).toBe(true);
  asked.mockRestore();
});
