import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { wholeApp } from "#testing/input/whole-app.ts";
import { findSchemathesis } from "../../scripts/find-executable.ts";
import { populate } from "./actors.ts";

const schemathesis = findSchemathesis();
const app = wholeApp();
const here = import.meta.dirname;
const { SCHEMATHESIS_EXAMPLES: examples } = process.env;

/** Runs Schemathesis over the served document; answers its exit code and what it printed. */
function run(program: string, folder: string): Promise<{ code: number | null; printed: string }> {
  const args = [
    "--config-file",
    path.join(here, "schemathesis.toml"),
    "run",
    `${app.origin}/api/openapi.json`,
    ...(examples ? ["--max-examples", examples] : []),
  ];
  const child = spawn(program, [...args, "--url", app.origin, "--no-color"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      no_proxy: "*",
      SCHEMATHESIS_HOOKS: path.join(here, "hooks.py"),
      PYTHONDONTWRITEBYTECODE: "1",
      PEOPLE: path.join(folder, "people.json"),
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, printed }));
  });
}

test.skipIf(schemathesis === null)(
  "R-API-79: what the OpenAPI document declares is what is accepted, refused and answered",
  { timeout: 900_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "fanlight-schemathesis-"));
    await writeFile(path.join(folder, "people.json"), JSON.stringify(await populate(app)));
    const { code, printed } = await run(schemathesis ?? "", folder);
    await rm(folder, { recursive: true, force: true });
    expect(code, printed).toBe(0);
  },
);
