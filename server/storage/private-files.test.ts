import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { privateFileRoutes } from "./private-files.routes.ts";
import { createPrivateFiles, createStorage, type PrivateFiles } from "./storage.ts";

const clock = manualClock();
let dataDir = "";
let files: PrivateFiles;
let http: FastifyInstance;
const words = "a film of ten thousand words";
const film = { bytes: new TextEncoder().encode(words), contentType: "video/mp4" } as const;
const [buyer, other] = [7, 8];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "fanlight-private-"));
  files = createPrivateFiles({ dataDir, secret: "a secret of these tests, long enough", clock });
  http = Fastify();
  await privateFileRoutes(http, files);
});
afterEach(async () => {
  await http.close();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });

test("R-OPEN-84: a private file is read by its link alone, kept by nobody in between, and never by its bare address", async () => {
  const key = await files.keep("videos", film);
  const answer = await get(files.link(key, buyer));
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(words);
  expect(answer.headers["content-type"]).toBe("video/mp4");
  expect(answer.headers["cache-control"]).toMatch(/^private/);
  expect((await get(`/private-files/${key}`)).json()).toMatchObject({ code: "link_invalid" });
  expect(await createStorage({ dataDir }).get(key)).toBeNull();
});

test("R-OPEN-84: a link is bound to its file, its person and its end: changing any of them is refused", async () => {
  const [key, another] = [await files.keep("videos", film), await files.keep("videos", film)];
  const link = files.link(key, buyer);
  const forged = [
    link.replace(key, another),
    link.replace(`for=${buyer}`, `for=${other}`),
    link.replace(/until=(\d+)/, (_all, until) => `until=${Number(until) + 3600}`),
    link.replace(/signature=./, "signature=_"),
    link.replace(/&signature=.*/, ""),
    `${link}&until=99999999999`,
    files.link(key, other).replace(`for=${other}`, `for=${buyer}`),
  ];
  for (const url of forged) {
    const answer = await get(url, { "accept-language": "es" });
    expect(answer.statusCode, url).toBe(403);
    expect(answer.json().message).toBe("Esta dirección no se hizo para este archivo.");
  }
  const elsewhere = createPrivateFiles({ dataDir, secret: "another secret, long enough as well", clock });
  expect((await get(elsewhere.link(key, buyer))).statusCode).toBe(403);
});

test("R-OPEN-84: a link dies after an hour or what was asked for, and stays the same for a quarter of an hour", async () => {
  const key = await files.keep("videos", film);
  clock.set("2026-11-21T12:00:01Z");
  const link = files.link(key, buyer);
  clock.advance(14 * 60_000);
  expect(files.link(key, buyer)).toBe(link);
  clock.advance(60_000);
  expect(files.link(key, buyer)).not.toBe(link);
  clock.advance(60 * 60_000);
  const dead = await get(link);
  expect([dead.statusCode, dead.json().code]).toEqual([403, "link_expired"]);
  expect(dead.headers["cache-control"]).toBe("no-store");
  const long = files.link(key, buyer, 5 * 3_600_000);
  clock.advance(4 * 3_600_000);
  expect((await get(long)).statusCode).toBe(200);
});

test("R-OPEN-100: a player seeks: byte ranges are answered with 206, one past the end with 416", async () => {
  const key = await files.keep("videos", film);
  const link = files.link(key, buyer);
  const middle = await get(link, { range: "bytes=2-5" });
  expect([middle.statusCode, middle.body]).toEqual([206, "film"]);
  expect(middle.headers["content-range"]).toBe(`bytes 2-5/${words.length}`);
  expect(middle.headers["accept-ranges"]).toBe("bytes");
  const last = await get(link, { range: "bytes=-5" });
  expect([last.statusCode, last.body]).toEqual([206, "words"]);
  expect((await get(link, { range: `bytes=${words.length}-` })).statusCode).toBe(416);
  expect((await http.inject({ method: "HEAD", url: link })).headers["content-length"]).toBe(
    String(words.length),
  );
});

test("a file that is gone, and a link to what is no file of ours, are answered in words", async () => {
  const key = await files.keep("videos", film);
  const link = files.link(key, buyer);
  await files.remove(key);
  await files.remove(key);
  expect([(await get(link)).statusCode, (await get(link)).json().code]).toEqual([404, "not_found"]);
  await writeFile(path.join(dataDir, "secret.mp4"), "secret");
  for (const key of ["../secret.mp4", "videos/../../secret.mp4", "/etc/passwd", ""]) {
    expect(() => files.pathOf(key)).toThrow(RangeError);
    expect((await get(files.link(key, buyer))).body).not.toBe("secret");
  }
});

test("a large file is moved to its place, not copied; what nobody knows of and what never arrived is forgotten", async () => {
  await mkdir(files.incoming, { recursive: true });
  const upload = path.join(files.incoming, "one");
  await writeFile(upload, words);
  const key = await files.keep("videos", { path: upload, contentType: "video/mp4" });
  expect(await readFile(files.pathOf(key), "utf8")).toBe(words);
  expect(await readdir(files.incoming)).toEqual([]);
  const lost = await files.keep("videos", film);
  await writeFile(path.join(files.incoming, "old"), "half");
  await writeFile(path.join(files.incoming, "new"), "half");
  await utimes(path.join(files.incoming, "old"), 1, 1);
  await files.sweepIncoming(new Date(2_000));
  expect(await readdir(files.incoming)).toEqual(["new"]);
  await files.sweep("videos", new Date(Date.now() + 1_000), async () => new Set([key]));
  expect(await readdir(path.join(files.folder, "videos"))).toEqual([path.basename(key)]);
  expect(lost).not.toBe(key);
});
