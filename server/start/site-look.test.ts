import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { explain } from "./explain.ts";
import { siteLook } from "./site-look.ts";

test("a look that cannot be shown stops the start, with one sentence for each file and no stack", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-look-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["logo.png", "icon.svg", "colors.json"])
    writeFileSync(path.join(folder, name), "nothing");
  const said = String(await siteLook(readConfig({ SITE_DIR: folder })).catch(explain)).split("\n");
  expect(said).toEqual([
    "Fanlight cannot start: wrong settings.",
    expect.stringMatching(/^SITE_DIR: colors\.json is none of what may stand there: .*colours\.json/),
    expect.stringMatching(/^SITE_DIR: logo\.png cannot be read as what its name says/),
    expect.stringMatching(/^SITE_DIR: icon\.svg cannot be read as what its name says/),
  ]);
});
