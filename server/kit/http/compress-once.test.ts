import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressOnce } from "./compress-once.ts";

const page = Buffer.from(`<p>${"ñandú ".repeat(500)}</p>`);

test("a document is compressed by the best way that the browser accepts, and is the same afterwards", async () => {
  const brotli = await compressOnce(page, "gzip, deflate, br");
  expect([brotli.encoding, brotliDecompressSync(brotli.body).equals(page)]).toEqual(["br", true]);
  expect(brotli.body.length).toBeLessThan(page.length / 10);
  const gzip = await compressOnce(page, "GZIP;q=0.5");
  expect([gzip.encoding, gunzipSync(gzip.body).equals(page)]).toEqual(["gzip", true]);
  expect((await compressOnce(page, "*")).encoding).toBe("br");
});

test.each([undefined, "", "identity", "br;q=0, gzip;q=0.0", "*;q=0", "zstd"])(
  "who accepts neither (%s) gets the document as it is",
  async (header) => {
    expect(await compressOnce(page, header)).toEqual({ body: page, encoding: null });
  },
);

test("a document that many get is compressed once for each encoding", async () => {
  const [one, two] = await Promise.all([compressOnce(page, "br"), compressOnce(page, "br, gzip")]);
  expect(two.body).toBe(one.body);
  expect((await compressOnce(page, "gzip")).body).not.toBe(one.body);
});
