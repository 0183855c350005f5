import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createHttpServer } from "#server/kit/http/server.ts";
import { createLogger } from "#server/kit/log.ts";
import type { S3Config } from "#server/storage/s3-files.ts";
import { storageRoutes } from "#server/storage/storage.routes.ts";
import { createStorage, openFiles } from "#server/storage/storage.ts";

/** A file server's first answer: the port it listens on, and the address of its one file. */
export type FileServerAnswer = { port: number; address: string };

/** `node file-server.ts BYTES [S3-CONFIG]`: the product's way to stored files and nothing else, from a folder or a bucket. */
const [, , bytes = "", config] = process.argv;
const s3 = config ? (JSON.parse(config) as S3Config) : null;
const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-bench-"));
const storage = createStorage(await openFiles({ s3, dataDir }));
const key = await storage.put("live", { bytes: randomBytes(Number(bytes)), contentType: "image/webp" });
const http = createHttpServer({
  log: createLogger("silent"),
  trustProxy: 1,
  callsPerMinute: Number.MAX_SAFE_INTEGER,
});
await storageRoutes(http, storage);
await http.listen({ port: 0, host: "127.0.0.1" });
const { port } = http.server.address() as AddressInfo;
process.send?.({ port, address: storage.url(key) } satisfies FileServerAnswer);
process.on("disconnect", () => process.exit(0));
