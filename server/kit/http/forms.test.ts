import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { readForm, readUpTo, withForms } from "./forms.ts";
import { createHttpServer } from "./server.ts";

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanup.splice(0).reverse()) await undo();
});

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const parts = {
  video: { accept: ["video/mp4"], bytesMax: 8 * megabyte, onDisk: true },
  poster: { accept: ["image/png"], bytesMax: megabyte },
} as const;

/** A server whose one form has a large file and a small one; it answers how long each was and what was refused. */
async function startForm(): Promise<FastifyInstance> {
  const app = createHttpServer({ log: createLogger("silent"), trustProxy: 0 });
  cleanup.push(() => app.close());
  const incoming = await mkdtemp(path.join(tmpdir(), "forms-"));
  cleanup.push(() => rm(incoming, { recursive: true }));
  withForms(app, (scope) => {
    scope.post("/form", async (request) => {
      const { files, errors, close } = await readForm(request, { parts, incoming, language: "es" });
      const sizes = Object.entries(files).map(([name, file]) => [
        name,
        "size" in file ? file.size : file.bytes.length,
      ]);
      await close();
      return { sizes: Object.fromEntries(sizes), errors };
    });
  });
  return app;
}

async function send(app: FastifyInstance, sizes: Record<keyof typeof parts, number>) {
  const form = new FormData();
  for (const [name, size] of Object.entries(sizes)) form.append(name, new Blob([Buffer.alloc(size)]), name);
  const sent = new Response(form);
  const payload = Buffer.from(await sent.arrayBuffer());
  const headers = { "content-type": sent.headers.get("content-type") ?? "" };
  return (await app.inject({ method: "POST", url: "/form", headers, payload })).json();
}

test("a small file that is too large beside a large one is refused in words, and never collected", async () => {
  const app = await startForm();
  const concat = vi.spyOn(Buffer, "concat");
  cleanup.push(() => concat.mockRestore());
  const answer = await send(app, { video: 2 * megabyte, poster: 3 * megabyte });
  expect(answer).toEqual({
    sizes: { video: 2 * megabyte },
    errors: { poster: ["el archivo puede pesar hasta 1 MB"] },
  });
  const collected = concat.mock.results.map(({ value }) => (value as Buffer).length);
  expect(collected, "the whole file in one piece").not.toContain(3 * megabyte);
});

test("files as large as their parts allow are taken whole", async () => {
  const app = await startForm();
  const sizes = { video: parts.video.bytesMax, poster: parts.poster.bytesMax };
  expect(await send(app, sizes)).toEqual({ sizes, errors: null });
});

test("of what is too long no more is kept than may be, and the rest is read to its end", async () => {
  const chunk = Buffer.alloc(kilobyte);
  let given = 0;
  const stream = Readable.from(
    (function* () {
      for (; given < 100; given += 1) yield chunk;
    })(),
  );
  const { kept, size } = await readUpTo(stream, 10 * kilobyte);
  expect([given, size]).toEqual([100, 100 * kilobyte]);
  expect(kept.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(10 * kilobyte);
});
