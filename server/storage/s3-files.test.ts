import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { Readable } from "node:stream";
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesContract, listedFiles } from "#testing/files/files-contract.ts";
import { type S3Server, startS3Server, versitygw } from "#testing/files/s3-server.ts";
import { type Files, FilesUnavailable, newKey } from "./files.ts";
import { type S3Timeouts, s3Files } from "./s3-files.ts";

const quick: S3Timeouts = { connectMs: 500, answerMs: 500, uploadMs: 1_000, idleMs: 500 };
const newFile = () => `files/${newKey("films", "video/mp4")}`;

/** A connection to a server that can be hung up: at `endpoint` it answers until `close`. */
async function openLine(server: string): Promise<{ endpoint: string; hangUp(): void; close(): void }> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const hangUp = () => {
    for (const socket of [...open]) socket.destroy();
  };
  return {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    hangUp,
    close() {
      proxy.close();
      hangUp();
    },
  };
}

describe.skipIf(versitygw === null)("on a real S3 server", () => {
  let server: S3Server;
  let files: Files;
  let raw: S3Client;
  beforeAll(async () => {
    server = await startS3Server();
    files = s3Files(server.config);
    const { endpoint, region, accessKey, secretKey } = server.config;
    raw = new S3Client({
      ...{ endpoint, region, forcePathStyle: true },
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    });
  });
  afterAll(() => server?.close());

  filesContract(() => files);

  const uploads = async () =>
    (await raw.send(new ListMultipartUploadsCommand({ Bucket: server.config.bucket }))).Uploads ?? [];

  test("a large stream that breaks leaves no part in the bucket, and parts of a crash are dropped by age", async () => {
    const key = newFile();
    async function* breaking() {
      for (let index = 0; index < 20; index++) yield Buffer.alloc(1024 * 1024, index);
      throw new Error("the line broke");
    }
    await expect(files.put(key, { stream: Readable.from(breaking()) })).rejects.toThrow("the line broke");
    expect(await uploads()).toEqual([]);
    await raw.send(new CreateMultipartUploadCommand({ Bucket: server.config.bucket, Key: key }));
    expect(await uploads()).toHaveLength(1);
    await files.dropPartial(new Date(Date.now() - 3_600_000));
    expect(await uploads()).toHaveLength(1);
    await files.dropPartial(new Date(Date.now() + 3_600_000));
    expect(await uploads()).toEqual([]);
  });

  test("more files than one page of a list holds are all listed", async () => {
    const keys = Array.from({ length: 25 }, () => `private-files/${newKey("many", "image/webp")}`);
    for (const key of keys) await files.put(key, { bytes: Buffer.from("x") });
    const found = await listedFiles(s3Files(server.config, quick, 10), "private-files/many/");
    expect(found.map(({ key }) => key).sort()).toEqual(keys.sort());
  });

  test("a file goes on where its server hung up, and ends with an outage when it does not come back", async () => {
    const line = await openLine(server.config.endpoint);
    const patient = s3Files({ ...server.config, endpoint: line.endpoint }, { ...quick, idleMs: 7_000 });
    const key = newFile();
    const bytes = randomBytes(24 * 1024 * 1024);
    await patient.put(key, { bytes });
    const broken = async (comesBack: boolean) => {
      const opened = await patient.read(key, { from: 1_000 });
      if (!opened.ok) throw new Error(opened.refusal);
      const parts: Uint8Array[] = [];
      for await (const part of opened.file.stream) {
        parts.push(part);
        if (parts.length !== 3) continue;
        if (comesBack) line.hangUp();
        else line.close();
      }
      return Buffer.concat(parts);
    };
    expect((await broken(true)).equals(bytes.subarray(1_000))).toBe(true);
    await expect(broken(false)).rejects.toThrow(FilesUnavailable);
  });

  test("a server that hangs or is away is an outage within seconds, and all is well when it is back", async () => {
    const hasty = s3Files(server.config, quick);
    const key = newFile();
    await hasty.put(key, { bytes: Buffer.from("kept") });
    const fail = async () => {
      const began = performance.now();
      const calls = await Promise.allSettled([
        hasty.head(key),
        hasty.read(key),
        hasty.remove(newFile()),
        hasty.put(newFile(), { bytes: Buffer.from("x") }),
        listedFiles(hasty, "files/"),
        hasty.check(),
      ]);
      for (const call of calls)
        expect(call).toMatchObject({ status: "rejected", reason: expect.any(FilesUnavailable) });
      expect(performance.now() - began).toBeLessThan(10_000);
    };
    await server.freeze();
    await fail();
    await expect(hasty.check()).rejects.toThrow(
      /^the bucket fanlight-files at http\S+ cannot be reached \(.+\)$/,
    );
    server.thaw();
    await server.kill();
    await fail();
    await server.start();
    await hasty.check();
    expect(await hasty.head(key)).toEqual({ size: 4 });
  });

  test("wrong keys and a bucket that is not there are distinguished in one line", async () => {
    const failureOf = async (change: Partial<S3Server["config"]>) => {
      const error = await s3Files({ ...server.config, ...change })
        .check()
        .catch((reason: unknown) => reason);
      return error instanceof FilesUnavailable ? [error.message, error.isRefusal] : error;
    };
    const { endpoint } = server.config;
    const bucket = `the bucket fanlight-files at ${endpoint}`;
    expect(await failureOf({ secretKey: "another" })).toEqual([`${bucket} refuses S3_SECRET_KEY`, true]);
    expect(await failureOf({ accessKey: "nobody" })).toEqual([
      expect.stringContaining(`${bucket} refuses`),
      true,
    ]);
    expect(await failureOf({ bucket: "elsewhere" })).toEqual([
      `the bucket elsewhere at ${endpoint} does not exist`,
      true,
    ]);
  });
});

describe("without a server", () => {
  let silent: Server;
  let port = 0;
  beforeAll(async () => {
    // Takes connections and never answers.
    silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    port = typeof address === "object" ? (address?.port ?? 0) : 0;
  });
  afterAll(() => silent.close());

  test("an endpoint that never answers is an outage, no endless wait", async () => {
    const config = { endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", bucket: "none" };
    const files = s3Files({ ...config, accessKey: "a", secretKey: "b" }, quick);
    await expect(files.check()).rejects.toThrow(FilesUnavailable);
    await expect(files.read(newFile())).rejects.toThrow(FilesUnavailable);
  });
});
