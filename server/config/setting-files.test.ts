import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";

const secret = "a secret of an operator, long enough";

/** A file that says this. */
function fileOf(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-setting-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "setting");
  writeFileSync(file, text);
  return file;
}

test.each([secret, `${secret}\n`, `${secret}\r\n`])("a setting may stand in a file: %j", (text) => {
  expect(readConfig({ JWT_SECRET_FILE: fileOf(text) }).jwtSecret).toBe(secret);
});

test("what a file says is checked as the setting is, and keeps its own spaces and lines", () => {
  expect(() => readConfig({ JWT_SECRET_FILE: fileOf("short\n") })).toThrow(/^JWT_SECRET: /);
  expect(readConfig({ JWT_SECRET_FILE: fileOf(` ${secret} \n\n`) }).jwtSecret).toBe(` ${secret} \n`);
});

test("an empty file is a setting that is not set, and a file for what is no setting of ours is not read", () => {
  expect(readConfig({ JWT_SECRET_FILE: fileOf("") }).jwtSecret).toBeNull();
  expect(readConfig({ JWT_SECRET_FILE: "", SSL_CERT_FILE: "/nowhere" }).jwtSecret).toBeNull();
});

test("a file that cannot be read, and a setting that is set twice, are named, and what a file says is not shown", () => {
  const problems = (env: Record<string, string>) => {
    try {
      return readConfig(env);
    } catch (error) {
      return error instanceof ConfigError ? error.message.split("\n") : error;
    }
  };
  expect(problems({ JWT_SECRET_FILE: "/nowhere", SMTP_URL_FILE: tmpdir() })).toEqual([
    "JWT_SECRET_FILE: cannot be read (ENOENT)",
    "SMTP_URL_FILE: cannot be read (EISDIR)",
  ]);
  expect(problems({ JWT_SECRET: secret, JWT_SECRET_FILE: fileOf(secret) })).toEqual([
    "JWT_SECRET: is set, and JWT_SECRET_FILE as well; one of them is enough",
  ]);
  expect(String(problems({ JWT_SECRET_FILE: fileOf("hunter2") }))).not.toContain("hunter2");
});
