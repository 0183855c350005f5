import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { answerOf, rangeAnswers, rangedFile } from "#testing/files/range-answers.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { privateFileRoutes } from "./storage.routes.ts";
import { createPrivateFiles, createStorage, localFiles, type PrivateFiles } from "./storage.ts";

const clock = manualClock();
const database = fileDatabase();
const secret = "a secret of these tests, long enough";
let dataDir = "";
let files: PrivateFiles;
let http: FastifyInstance;
let logged: string[] = [];
const words = "a film of ten thousand words";
const film = { bytes: new TextEncoder().encode(words), contentType: "video/mp4" } as const;
let [buyer, other, seller, rival] = [7, 8, 20, 21];
/** The reader and the owner of the file: the modules behind the files would answer them. */
let reader: { userId: number; role: "fan" } | null;
let owner: number | null;

const makeFiles = (from = secret) =>
  createPrivateFiles({ files: localFiles(dataDir), dataDir, secret: from, clock, db: database.db });
let readerOf: () => Promise<typeof reader>;
const readers = { readerOf: () => readerOf(), ownerFor: async () => owner };

beforeEach(async () => {
  // A reader whom one test has cut stays cut: the next one is about other people.
  [buyer, other, seller, rival] = [buyer + 100, other + 100, seller + 100, rival + 100];
  dataDir = await mkdtemp(path.join(tmpdir(), "fanlight-private-"));
  files = makeFiles();
  [reader, owner] = [{ userId: buyer, role: "fan" }, seller];
  readerOf = async () => reader;
  logged = [];
  const stream = { write: (line: string) => void logged.push(line) };
  http = Fastify({ logger: { level: "warn", stream } });
  await privateFileRoutes(http, files, readers, clock);
});
afterEach(async () => {
  await http.close();
  expect(logged, "nothing is answered twice").toEqual([]);
  await rm(dataDir, { recursive: true, force: true });
});

const pathOf = (key: string) => path.join(dataDir, "private-files", key);
const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });
const linkTo = (key: string, readerId = buyer, { forMs = 0, ownerId = seller, from = files } = {}) =>
  from.link({ key, of: "video:1", ownerId }, readerId, forMs);
const cut = (ownerId?: number, readerId = buyer) =>
  inTransaction(database.db, (tx) =>
    files.revoke(tx, { readerId, ...(ownerId === undefined ? {} : { ownerId }) }),
  );
const opens = async (url: string) => (await get(url)).statusCode === 200;

test("R-OPEN-84: a private file is read by its link alone, kept by nobody in between, and never by its bare address", async () => {
  const key = await files.put("videos", film);
  const answer = await get(linkTo(key));
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(words);
  expect(answer.headers["content-type"]).toBe("video/mp4");
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  expect((await get(`/private-files/${key}`)).json()).toMatchObject({ code: "link_invalid" });
  expect(await createStorage(localFiles(dataDir)).get(key)).toBeNull();
});

test("R-OPEN-84: a link is bound to its file, its person and its end: changing any of them is refused", async () => {
  const [key, another] = [await files.put("videos", film), await files.put("videos", film)];
  const link = linkTo(key);
  const forged = [
    link.replace(key, another),
    link.replace(`for=${buyer}`, `for=${other}`),
    link.replace(/until=(\d+)/, (_all, until) => `until=${Number(until) + 3600}`),
    link.replace(/made=(\d+)/, (_all, made) => `made=${Number(made) + 1}`),
    link.replace("of=video", "of=post"),
    link.replace(/signature=(.)/, (_all, first) => `signature=${first === "_" ? "-" : "_"}`),
    link.replace(/&signature=.*/, ""),
    `${link}&until=99999999999`,
    linkTo(key, other).replace(`for=${other}`, `for=${buyer}`),
  ];
  for (const url of forged) {
    const answer = await get(url, { "accept-language": "es" });
    expect(answer.statusCode, url).toBe(403);
    expect(answer.json().message).toBe("Esta dirección no es para ti o no corresponde a este archivo.");
  }
  const elsewhere = makeFiles("another secret, long enough as well");
  expect((await get(linkTo(key, buyer, { from: elsewhere }))).statusCode).toBe(403);
});

test("R-OPEN-84: a link dies after an hour or what was asked for, and stays the same for a quarter of an hour", async () => {
  const key = await files.put("videos", film);
  clock.set("2026-11-21T12:00:01Z");
  const link = linkTo(key);
  clock.advance(14 * 60_000);
  expect(linkTo(key)).toBe(link);
  clock.advance(60_000);
  expect(linkTo(key)).not.toBe(link);
  clock.advance(60 * 60_000);
  const dead = await get(link);
  expect([dead.statusCode, dead.json().code]).toEqual([403, "link_expired"]);
  expect(dead.headers["cache-control"]).toBe("no-store");
  const long = linkTo(key, buyer, { forMs: 5 * 3_600_000 });
  clock.advance(4 * 3_600_000);
  expect((await get(long)).statusCode).toBe(200);
});

test.each(rangeAnswers)("R-OPEN-100: a player that asks for %j gets %j", async (asked, answer) => {
  const key = await files.put("videos", { ...film, bytes: rangedFile });
  const named = asked["if-range"] === "ETAG" ? { ...asked, "if-range": `"${path.basename(key)}"` } : asked;
  const got = await get(linkTo(key), named);
  expect(answerOf(got)).toEqual(answer);
  if (answer.status !== 416) expect(got.headers["content-length"]).toBe(String(answer.body.length));
});

test("R-OPEN-91, R-OPEN-84: a link opens in its reader's own live session alone, as long as they may see the file", async () => {
  const link = linkTo(await files.put("videos", film));
  const refused = async () => {
    const { statusCode, headers, body } = await get(link);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).not.toContain(words);
    return [statusCode, JSON.parse(body).code];
  };
  reader = null;
  expect(await refused()).toEqual([403, "signed_out"]);
  reader = { userId: other, role: "fan" };
  expect(await refused()).toEqual([403, "link_invalid"]);
  [reader, owner] = [{ userId: buyer, role: "fan" }, null];
  expect(await refused()).toEqual([403, "link_expired"]);
  owner = seller;
  expect(await opens(link)).toBe(true);
});

test("R-OPEN-91: what is cut is dead for good, links made afterwards open, and others are left alone", async () => {
  clock.set("2026-11-21T12:03:00Z");
  const key = await files.put("videos", film);
  const [before, theirs] = [linkTo(key), linkTo(key, other)];
  const rivals = linkTo(key, buyer, { ownerId: rival });
  await cut(seller);
  clock.advance(1);
  const after = linkTo(key);
  expect([await opens(before), await opens(after)]).toEqual([false, true]);
  expect(after).not.toBe(before);
  expect(linkTo(key)).toBe(after);
  owner = rival;
  expect(await opens(rivals)).toBe(true);
  await cut();
  expect(await opens(rivals)).toBe(false);
  [reader, owner] = [{ userId: other, role: "fan" }, seller];
  expect(await opens(theirs)).toBe(true);
});

test("R-OPEN-91: a cut outlives the process, which makes no dead links once it has begun, and is forgotten after its links", async () => {
  clock.set("2026-11-21T12:03:00Z");
  const key = await files.put("videos", film);
  const before = linkTo(key);
  await cut(seller);
  const next = makeFiles();
  expect(await opens(linkTo(key, buyer, { from: next }))).toBe(false);
  await next.open();
  expect(await opens(linkTo(key, buyer, { from: next }))).toBe(true);
  expect(await opens(before)).toBe(false);
  const rows = () => sql`select * from storage.link_cut`.execute(database.db);
  await next.trimRevocations();
  expect((await rows()).rows).not.toEqual([]);
  clock.advance(25 * 3_600_000);
  await next.trimRevocations();
  expect((await rows()).rows).toEqual([]);
});

test("R-OPEN-91: a cut that is rolled back with what it belongs to cuts nothing", async () => {
  const link = linkTo(await files.put("videos", film));
  const failing = inTransaction(database.db, async (tx) => {
    await files.revoke(tx, { readerId: buyer });
    throw new Error("the refund failed");
  });
  await expect(failing).rejects.toThrow("the refund failed");
  expect([await opens(link), linkTo("videos/x.mp4")]).toEqual([true, linkTo("videos/x.mp4")]);
});

test.each([
  ["does", async () => null],
  ["cannot be asked for in time", () => new Promise<null>(() => undefined)],
])(
  "R-OPEN-91: a film on its way to a slow reader is broken off within 5 s when their session %s, with what the system holds of it",
  async (_end, readerThen) => {
    await http.listen({ port: 0, host: "127.0.0.1" });
    const key = await files.put("videos", film);
    await truncate(pathOf(key), 256 * 1024 * 1024);
    const atServer = once(http.server, "connection") as Promise<[Socket]>;
    const socket = connect((http.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(`GET ${linkTo(key)} HTTP/1.1\r\nhost: fanlight\r\n\r\n`);
    await once(socket, "data");
    socket.pause();
    const closed = once((await atServer)[0], "close");
    readerOf = readerThen;
    clock.advance(2_000);
    clock.advance(2_000);
    await closed;
    await expect(once(socket.resume(), "close")).rejects.toThrow("ECONNRESET");
  },
);

test("R-OPEN-91: who opens the bare address gets the reason in a page of their language", async () => {
  const link = linkTo(await files.put("videos", film));
  reader = null;
  const page = await get(link, { accept: "text/html,*/*;q=0.8", "accept-language": "es" });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
  expect(page.body).toContain('<html lang="es">');
  expect(page.body).toContain("Entra con la cuenta a la que va dirigido este archivo");
  expect(page.body).toContain('href="/login"');
  const gone = await get(link.replace("?", "x?"), { accept: "text/html" });
  expect(gone.body).toContain("This address was not made for you");
});

test("a file that is gone, and a link to what is no file of ours, are answered in words", async () => {
  const key = await files.put("videos", film);
  const link = linkTo(key);
  await files.remove(key);
  await files.remove(key);
  expect([(await get(link)).statusCode, (await get(link)).json().code]).toEqual([404, "not_found"]);
  await writeFile(path.join(dataDir, "secret.mp4"), "secret");
  for (const key of ["../secret.mp4", "videos/../../secret.mp4", "/etc/passwd", ""]) {
    expect(await files.head(key)).toBeNull();
    await expect(files.putAt(key, film)).rejects.toThrow(RangeError);
    expect((await get(linkTo(key))).body).not.toBe("secret");
  }
});

test("a large file is moved to its place, not copied; what nobody knows of and what never arrived is forgotten", async () => {
  await mkdir(files.incoming, { recursive: true });
  const upload = path.join(files.incoming, "one");
  await writeFile(upload, words);
  const key = await files.put("videos", { path: upload, contentType: "video/mp4" });
  expect(await readFile(pathOf(key), "utf8")).toBe(words);
  expect(await readdir(files.incoming)).toEqual([]);
  const lost = await files.put("videos", film);
  await writeFile(path.join(files.incoming, "old"), "half");
  await writeFile(path.join(files.incoming, "new"), "half");
  await utimes(path.join(files.incoming, "old"), 1, 1);
  await files.sweepIncoming(new Date(2_000));
  expect(await readdir(files.incoming)).toEqual(["new"]);
  await files.sweep("videos", new Date(Date.now() + 1_000), async () => new Set([key]));
  expect(await readdir(path.join(dataDir, "private-files", "videos"))).toEqual([path.basename(key)]);
  expect(lost).not.toBe(key);
});
