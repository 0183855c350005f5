import { readdir } from "node:fs/promises";
import path from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();

const picture = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: "#d6246e" } });
const formOf = (bytes: Uint8Array, name = "me.png") => {
  const form = new FormData();
  form.append("avatar", new Blob([new Uint8Array(bytes)], { type: "image/png" }), name);
  return form;
};
const store = (as: Person, body: unknown, id = as.id, language = "en") =>
  app.call("POST", `/api/fan/store-avatar/${id}`, { as, body, language });
const files = () => readdir(path.join(app.dataDir, "files", "avatars")).catch(() => []);

test.each(["png", "jpeg", "webp"] as const)(
  "R-ACCT-03, R-API-44: a %s becomes a square WebP that everybody may keep for ever",
  async (format) => {
    const fan = await app.fan();
    const answer = await store(fan, formOf(await picture().toFormat(format).toBuffer()));
    expect(answer.status).toBe(200);
    const { body } = await app.call("GET", "/api/fan/profile", { as: fan });
    expect(body.avatar).toMatch(/^\/files\/avatars\/[\w-]{22}\.webp$/);
    expect(answer.body).toEqual(body);
    const served = await fetch(app.origin + String(body.avatar));
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const { width, height, format: is } = await sharp(await served.arrayBuffer()).metadata();
    expect([width, height, is]).toEqual([512, 512, "webp"]);
  },
);

test("R-OPEN-13: what the camera wrote into the file is gone, and it stands upright", async () => {
  const fan = await app.fan();
  const halves = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#0000ff" } })
    .composite([{ input: await picture(400, 200).png().toBuffer(), top: 0, left: 0 }])
    .withExif({ IFD0: { Copyright: "Nico at home" }, IFD3: { GPSLatitude: "4/1 35/1 0/1" } })
    // 6: the camera was turned, so that the top of the file is the right side of what was seen.
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(halves).metadata()).exif).toBeDefined();
  const { body } = await store(fan, formOf(halves, "me.jpg"));
  const served = await (await fetch(app.origin + String(body.avatar))).arrayBuffer();
  const { exif, icc, xmp, orientation } = await sharp(served).metadata();
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect(Buffer.from(served).includes("Nico at home")).toBe(false);
  const { data, info } = await sharp(served).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  expect(pixel(450, 256)[0]).toBeGreaterThan(150);
  expect(pixel(60, 256)[2]).toBeGreaterThan(150);
});

test("R-OPEN-13: a file that only calls itself a picture is refused in words and changes nothing", async () => {
  const fan = await app.fan();
  await store(fan, formOf(await picture().png().toBuffer()));
  const kept = (await app.call("GET", "/api/fan/profile", { as: fan })).body.avatar;
  const program = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(2_000, 7)]);
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const animation = await picture(20, 20).gif().toBuffer();
  const cut = (await picture().jpeg().toBuffer()).subarray(0, 600);
  const other = "No podemos leerlo como foto JPEG, PNG o WebP.";
  const broken = "A esta foto le falta una parte o está dañada. Cópiala de nuevo o elige otra.";
  for (const [bytes, reason] of [
    [program, other],
    [drawing, other],
    [animation, other],
    [cut, broken],
  ] as const) {
    const answer = await store(fan, formOf(bytes), fan.id, "es");
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ avatar: [reason] });
  }
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).body.avatar).toBe(kept);
});

test("R-OPEN-13: six megabytes are refused with the limit in the sentence; so are no file and no form", async () => {
  const fan = await app.fan();
  const answer = await store(fan, formOf(Buffer.alloc(6 * 1024 * 1024)));
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ avatar: ["the file can be up to 5 MB"] });
  expect((await store(fan, new FormData())).body.errors).toEqual({ avatar: ["please choose a file"] });
  expect((await store(fan, {})).body.errors).toEqual({ avatar: ["please choose a file"] });
  const elsewhere = await app.call("POST", "/api/fan/set-language", { as: fan, body: new FormData() });
  expect(elsewhere.status).toBe(415);
});

test("a picture that unpacks to 400 million pixels is refused before it is unpacked", async () => {
  const fan = await app.fan();
  const started = process.memoryUsage().rss;
  expect((await store(fan, formOf(hugePng(20_000)))).status).toBe(422);
  expect(process.memoryUsage().rss - started).toBeLessThan(200 * 1024 * 1024);
});

test("R-API-44: another person's picture is not mine to change", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const answer = await store(fan, formOf(await picture().png().toBuffer()), other.id);
  expect(answer.status).toBe(403);
  expect((await app.call("GET", "/api/fan/profile", { as: other })).body.avatar).toBeNull();
});

test("R-ACCT-03: a new picture takes the place of the old one, also when two come at once", async () => {
  const fan = await app.fan();
  const before = (await files()).length;
  const bytes = await picture().png().toBuffer();
  await store(fan, formOf(bytes));
  await Promise.all([store(fan, formOf(bytes)), store(fan, formOf(bytes))]);
  expect(await files()).toHaveLength(before + 1);
  const { body } = await app.call("GET", "/api/fan/profile", { as: fan });
  expect((await fetch(app.origin + String(body.avatar))).status).toBe(200);
});

test("R-ACCT-03: a picture is removed with its file, nobody else's is, and a second press changes nothing", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const bytes = await picture().png().toBuffer();
  const before = await files();
  const { body } = await store(fan, formOf(bytes));
  const kept = await store(other, formOf(bytes));
  for (let press = 0; press < 2; press++) {
    const removed = await app.call("POST", "/api/fan/remove-avatar", { as: fan });
    expect([removed.status, removed.body.avatar]).toEqual([200, null]);
  }
  expect((await fetch(app.origin + String(body.avatar))).status).toBe(404);
  expect((await fetch(app.origin + String(kept.body.avatar))).status).toBe(200);
  expect(await files()).toHaveLength(before.length + 1);
});

test("removing a picture while another comes leaves one or none, and no file too many", async () => {
  const fan = await app.fan();
  const bytes = await picture().png().toBuffer();
  const before = (await files()).length;
  await store(fan, formOf(bytes));
  await Promise.all([
    store(fan, formOf(bytes)),
    app.call("POST", "/api/fan/remove-avatar", { as: fan }),
    store(fan, formOf(bytes)),
  ]);
  const { body } = await app.call("GET", "/api/fan/profile", { as: fan });
  expect(await files()).toHaveLength(before + (body.avatar === null ? 0 : 1));
});

test("the twenty-first picture of an hour waits", async () => {
  const fan = await app.fan();
  for (let i = 0; i < 20; i++) await store(fan, formOf(Buffer.from("no picture")));
  const answer = await store(fan, formOf(await picture().png().toBuffer()));
  expect(answer.status).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
});

/** A small PNG of `side` × `side` black pixels. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** CRC-32 (ISO 3309), as PNG wants it. */
function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
