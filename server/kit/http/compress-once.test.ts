import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressOnce } from "./compress-once.ts";

const PAGE = Buffer.from(`<p>${"ñandú ".repeat(500)}</p>`);

test("a document is compressed by the best way that the browser accepts, and is the same afterwards", async () => {
  const brotli = await compressOnce(PAGE, "gzip, deflate, br");
  expect([brotli.encoding, brotliDecompressSync(brotli.body).equals(PAGE)]).toEqual(["br", true]);
  expect(brotli.body.length).toBeLessThan(PAGE.length / 10);
  const gzip = await compressOnce(PAGE, "GZIP;q=0.5");
  expect([gzip.encoding, gunzipSync(gzip.body).equals(PAGE)]).toEqual(["gzip", true]);
  expect((await compressOnce(PAGE, "*")).encoding).toBe("br");
});

test.each([undefined, "", "identity", "br;q=0, gzip;q=0.0", "*;q=0", "zstd"])(
  "who accepts neither (%s) gets the document as it is",
  async (header) => {
    expect(await compressOnce(PAGE, header)).toEqual({ body: PAGE, encoding: null });
  },
);

test("a document that many get is compressed once for each encoding", async () => {
  const [one, two] = await Promise.all([compressOnce(PAGE, "br"), compressOnce(PAGE, "br, gzip")]);
  expect(two.body).toBe(one.body);
  expect((await compressOnce(PAGE, "gzip")).body).not.toBe(one.body);
});
