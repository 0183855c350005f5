import { createHash, randomBytes } from "node:crypto";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ByteRange, type Files, type ListedFile, newKey } from "#server/storage/files.ts";
import { storageRoutes } from "#server/storage/storage.routes.ts";
import { createStorage } from "#server/storage/storage.ts";
import { answerOf, rangeAnswers, rangedFile } from "./range-answers.ts";

const keyIn = (area: string, root = "files") => `${root}/${newKey(area, "video/mp4")}`;
const words = "a film of ten thousand words";
const bytes = Buffer.from(words);

/** All files of a root or an area. */
export async function listedFiles(files: Files, prefix: string): Promise<ListedFile[]> {
  const found: ListedFile[] = [];
  for await (const file of files.list(prefix)) found.push(file);
  return found;
}

/** The duties of every store of files, as tests of the file that calls this. */
export function filesContract(files: () => Files): void {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "fanlight-work-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const put = async (source: Parameters<Files["put"]>[1] = { bytes }, key = keyIn("films")) => {
    await files().put(key, source);
    return key;
  };
  const read = async (key: string, range?: ByteRange) => {
    const opened = await files().read(key, range);
    if (!opened.ok) return opened.refusal;
    const { stream, ...rest } = opened.file;
    return { ...rest, text: (await buffer(stream)).toString() };
  };
  const listed = async (prefix: string) => (await listedFiles(files(), prefix)).map(({ key }) => key);

  test("bytes, a stream and a file are stored and read as they were; the file is moved", async () => {
    const upload = path.join(folder, "upload");
    await writeFile(upload, words);
    const keys = [
      await put(),
      await put({ stream: Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]) }),
      await put({ path: upload }),
    ];
    for (const key of keys) {
      expect(await read(key)).toEqual({ size: words.length, from: 0, to: words.length - 1, text: words });
      expect(await files().head(key)).toEqual({ size: words.length });
    }
    await expect(access(upload)).rejects.toThrow(/ENOENT/);
  });

  test("parts of a file are read, and a range without a byte is refused", async () => {
    const key = await put();
    const [size, end] = [words.length, words.length - 1];
    expect(await read(key, { from: 2, to: 5 })).toEqual({ size, from: 2, to: 5, text: "film" });
    expect(await read(key, { from: 23 })).toEqual({ size, from: 23, to: end, text: "words" });
    expect(await read(key, { from: 23, to: 9_999 })).toEqual({ size, from: 23, to: end, text: "words" });
    expect(await read(key, { last: 5 })).toEqual({ size, from: 23, to: end, text: "words" });
    expect(await read(key, { last: 9_999 })).toEqual({ size, from: 0, to: end, text: words });
    expect(await read(key, { from: 0, to: 0 })).toEqual({ size, from: 0, to: 0, text: "a" });
    expect([await read(key, { from: size }), await read(key, { last: 0 })]).toEqual(["past_end", "past_end"]);
  });

  test("R-OPEN-100: whoever asks for a range gets 206, also where it is the whole file", async () => {
    const http = Fastify();
    await storageRoutes(http, createStorage(files()));
    const url = `/${await put({ bytes: rangedFile })}`;
    const { headers } = await http.inject({ method: "HEAD", url, headers: { range: "bytes=0-3" } });
    expect([headers["accept-ranges"], headers["content-length"]]).toEqual([
      "bytes",
      String(rangedFile.length),
    ]);
    for (const [asked, answer] of rangeAnswers) {
      const named = asked["if-range"] === "ETAG" ? { ...asked, "if-range": String(headers.etag) } : asked;
      expect(answerOf(await http.inject({ url, headers: named })), JSON.stringify(asked)).toEqual(answer);
    }
    await http.close();
  });

  test("a file of many megabytes keeps every byte", async () => {
    const chunk = randomBytes(1024 * 1024);
    const key = await put({ stream: Readable.from(Array.from({ length: 21 }, () => chunk)) });
    const opened = await files().read(key);
    if (!opened.ok) throw new Error(opened.refusal);
    const [came, went] = [createHash("sha256"), createHash("sha256")];
    for await (const part of opened.file.stream) came.update(part);
    for (let index = 0; index < 21; index++) went.update(chunk);
    expect(came.digest("hex")).toBe(went.digest("hex"));
    const copy = path.join(folder, "copy");
    expect(await files().copyTo(key, copy)).toBe(true);
    expect((await readFile(copy)).length).toBe(21 * chunk.length);
    expect(await read(key, { from: 21 * chunk.length })).toBe("past_end");
  });

  test("an empty file is a file", async () => {
    const key = await put({ bytes: new Uint8Array() });
    expect(await read(key)).toMatchObject({ size: 0, text: "" });
    expect(await files().head(key)).toEqual({ size: 0 });
  });

  test("without a file nothing is read, copied or deleted; a deleted one is gone", async () => {
    const key = keyIn("films");
    const copy = path.join(folder, "none");
    expect([await read(key), await read(key, { last: 5 }), await files().head(key)]).toEqual([
      "not_found",
      "not_found",
      null,
    ]);
    expect(await files().copyTo(key, copy)).toBe(false);
    await files().remove(key);
    await put({ bytes }, key);
    await files().remove(key);
    expect(await files().head(key)).toBeNull();
    await expect(access(copy)).rejects.toThrow(/ENOENT/);
  });

  test("a stream that breaks leaves nothing behind, neither early nor after many megabytes", async () => {
    for (const megabytes of [0, 20]) {
      const key = keyIn("broken");
      async function* breaking() {
        for (let index = 0; index < megabytes; index++) yield Buffer.alloc(1024 * 1024, index);
        yield bytes;
        throw new Error("the line broke");
      }
      await expect(put({ stream: Readable.from(breaking()) }, key)).rejects.toThrow("the line broke");
      expect(await files().head(key)).toBeNull();
    }
    expect(await listed("files/broken/")).toEqual([]);
  });

  test("files are listed by area and by root, with size and time", async () => {
    const [one, two] = [await put({ bytes }, keyIn("ours")), await put({ bytes }, keyIn("ours"))];
    const other = await put({ bytes }, keyIn("theirs"));
    const hidden = await put({ bytes }, keyIn("ours", "private-files"));
    expect((await listed("files/ours/")).sort()).toEqual([one, two].sort());
    expect(await listed("private-files/")).toEqual([hidden]);
    expect(await listed("files/")).toEqual(expect.arrayContaining([one, two, other]));
    expect(await listed("files/nothing/")).toEqual([]);
    const [found] = await listedFiles(files(), "files/theirs/");
    expect(found?.size).toBe(words.length);
    expect(Math.abs((found?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("what is no key of ours is neither stored nor read nor deleted", async () => {
    const name = "a".repeat(22);
    const keys = ["", "films/x.mp4", `${name}.mp4`, `other/films/${name}.mp4`, `files/${name}.mp4`];
    const paths = [`files/../films/${name}.mp4`, `/files/films/${name}.mp4`, `files/films/${name}.mp4/..`];
    for (const key of [...keys, ...paths, `files/films/${name}.html`]) {
      await expect(put({ bytes }, key), key).rejects.toThrow(RangeError);
      await expect(files().read(key), key).rejects.toThrow(RangeError);
      await expect(files().remove(key), key).rejects.toThrow(RangeError);
    }
  });

  test("a store that works reports it", async () => {
    const before = await listed("files/");
    await files().check();
    expect(await listed("files/")).toEqual(before);
  });
}
