import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { listedFiles } from "#testing/files/files-contract.ts";
import { type S3Server, startS3Server, versitygw } from "#testing/files/s3-server.ts";
import { type Files, newKey } from "./files.ts";
import { localFiles } from "./local-files.ts";
import { moveFiles } from "./move-files.ts";
import { s3Files } from "./s3-files.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-move-"));
  folders.push(folder);
  return folder;
}

/** Ten pictures of everybody's and ten films behind links, each with bytes of its own; answers their contents by key. */
async function fill(files: Files): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (let n = 0; n < 10; n++) {
    contents.set(`files/${newKey("avatars", "image/webp")}`, `picture ${n}`);
    contents.set(`private-files/${newKey("films", "video/mp4")}`, `film ${n} `.repeat(1_000));
  }
  for (const [key, text] of contents) await files.put(key, { bytes: Buffer.from(text) });
  return contents;
}

async function contentsOf(files: Files): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const root of ["files/", "private-files/"])
    for (const { key } of await listedFiles(files, root)) {
      const opened = await files.read(key);
      if (opened.ok) contents.set(key, (await buffer(opened.file.stream)).toString());
    }
  return contents;
}

test("a move that fails half-way leaves the old storage whole; the next one goes on, and then nothing is left there", async () => {
  const [from, to] = [localFiles(newFolder()), localFiles(newFolder())];
  const contents = await fill(from);
  let stored = 0;
  const failing: Files = {
    ...to,
    put: (key, source) => (++stored > 7 ? Promise.reject(new Error("full")) : to.put(key, source)),
  };
  await expect(moveFiles(from, failing)).rejects.toThrow("full");
  expect(await contentsOf(from)).toEqual(contents);
  const moved = await moveFiles(from, to);
  expect([moved.copied, moved.present]).toEqual([13, 7]);
  expect(await contentsOf(to)).toEqual(contents);
  expect(await contentsOf(from)).toEqual(new Map());
});

test("a copy that lacks bytes is no copy: nothing is deleted", async () => {
  const [from, to] = [localFiles(newFolder()), localFiles(newFolder())];
  const contents = await fill(from);
  const cutting: Files = { ...to, put: (key) => to.put(key, { bytes: Buffer.from("cut") }) };
  await expect(moveFiles(from, cutting)).rejects.toThrow(/has 3 of its \d+ bytes/);
  expect(await contentsOf(from)).toEqual(contents);
});

describe.skipIf(versitygw === null)("by the operator's command", () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server?.close());

  const command = async (dataDir: string, args: string[], env: Record<string, string>) => {
    const run = promisify(execFile)(process.execPath, ["scripts/move-files.ts", ...args], {
      env: { PATH: process.env.PATH, NODE_NO_WARNINGS: "1", DATA_DIR: dataDir, ...env },
    });
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    return (stdout + stderr).trim();
  };

  test("files go into the bucket and back, and are the same", async () => {
    const dataDir = newFolder();
    const [disk, bucket] = [localFiles(dataDir), s3Files(server.config)];
    const contents = await fill(disk);
    const { endpoint, accessKey, secretKey } = server.config;
    const env = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: server.config.bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    };
    expect(await command(dataDir, ["bucket"], env)).toMatch(
      /^20 files, 0\.1 MB, are in the bucket now: start with the S3_ settings\.$/,
    );
    expect(await contentsOf(bucket)).toEqual(contents);
    expect(await contentsOf(disk)).toEqual(new Map());
    expect(await command(dataDir, ["disk"], env)).toMatch(/^20 files.* on the disk now/);
    expect(await contentsOf(disk)).toEqual(contents);
    expect(await contentsOf(bucket)).toEqual(new Map());
  });

  test("what is missing is reported in one line, and nothing is moved", async () => {
    const dataDir = newFolder();
    const contents = await fill(localFiles(dataDir));
    expect(await command(dataDir, ["bucket"], {})).toMatch(/^No bucket is set/);
    expect(await command(dataDir, ["elsewhere"], {})).toMatch(/^Usage: npm run files:move/);
    const wrong = { S3_ENDPOINT: server.config.endpoint, S3_BUCKET: server.config.bucket };
    expect(await command(dataDir, ["bucket"], wrong)).toMatch(/^Wrong settings/);
    const refused = { ...wrong, S3_ACCESS_KEY: "nobody", S3_SECRET_KEY: "nothing" };
    expect((await command(dataDir, ["bucket"], refused)).split("\n")).toHaveLength(1);
    expect(await contentsOf(localFiles(dataDir))).toEqual(contents);
  });
});
