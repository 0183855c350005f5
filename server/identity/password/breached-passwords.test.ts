import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { breachedPasswords } from "./breached-passwords.ts";

const asked: { path: string; padding: string | undefined }[] = [];
const warnings: object[] = [];
const log = { warn: (line: object) => void warnings.push(line) } as never;
const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();
let answer: (path: string) => { status: number; body: string } | null;
let url = "";

/** A range service as the protocol has it; `null` never answers. */
const service = createServer((request, response) => {
  asked.push({ path: request.url ?? "", padding: request.headers["add-padding"] as string | undefined });
  const said = answer(request.url ?? "");
  if (said) response.writeHead(said.status).end(said.body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
  warnings.length = 0;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

test("OWASP ASVS 6.2.12: a leaked password is known, and only five digits of its hash leave the house", async () => {
  const [leaked, padded] = ["hunter2 again", "only padding"];
  const line = (password: string, count: number) => `${sha1(password).slice(5)}:${count}`;
  answer = () => ({
    status: 200,
    body: ["0".repeat(35), line(leaked, 17), line(padded, 0)].join("\r\n"),
  });
  const isBreached = breachedPasswords({ url, log });
  expect(await isBreached(leaked)).toBe(true);
  expect(await isBreached(padded)).toBe(false);
  expect(await isBreached("nobody ever had this one")).toBe(false);
  expect(asked[0]).toEqual({ path: `/range/${sha1(leaked).slice(0, 5)}`, padding: "true" });
  expect(warnings).toEqual([]);
});

test("OWASP ASVS 6.2.12: a service that fails, hangs or is away refuses nobody, and a log line says so without the password", async () => {
  const password = "a secret of mine";
  answer = () => ({ status: 503, body: "" });
  expect(await breachedPasswords({ url, log })(password)).toBe(false);
  answer = () => null;
  expect(await breachedPasswords({ url, log, timeoutMs: 50 })(password)).toBe(false);
  expect(await breachedPasswords({ url: "http://127.0.0.1:9", log })(password)).toBe(false);
  expect(warnings).toHaveLength(3);
  expect(JSON.stringify(warnings)).not.toMatch(new RegExp(`${password}|${sha1(password)}`));
});

test("without a service nobody is asked", async () => {
  expect(await breachedPasswords({ url: null, log })("password")).toBe(false);
  expect(asked).toEqual([]);
});
