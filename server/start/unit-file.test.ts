import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { settingNames } from "#server/config.ts";
import { findSystemdAnalyze } from "../../scripts/find-executable.ts";

const root = path.resolve(import.meta.dirname, "../..");
const unit = readFileSync(path.join(root, "deploy/fanlight@.service"), "utf8");
const systemdAnalyze = findSystemdAnalyze();

test("the unit sets nothing but settings of the product and of Node", () => {
  const words = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => line.split(" "));
  const names = words.map((word) => word.slice(0, word.indexOf("=")));
  expect(names).toContain("PORT");
  const ofNode = ["NODE_ENV", "NODE_COMPILE_CACHE"];
  const ours = names.filter((name) => !ofNode.includes(name)).map((name) => name.replace(/_FILE$/, ""));
  expect(ours.filter((name) => !settingNames.includes(name))).toEqual([]);
});

test.skipIf(systemdAnalyze === null)(
  "systemd finds no fault in the unit, and little that it leaves open",
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "fanlight-unit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // Where the product lies here.
    writeFileSync(path.join(folder, "fanlight@.service"), unit.replaceAll("/opt/fanlight", root));
    const instance = path.join(folder, "fanlight@3000.service");
    const analyze = (...asked: string[]) => {
      const { status, stdout, stderr } = spawnSync(systemdAnalyze ?? "", [...asked, instance], {
        encoding: "utf8",
      });
      return { status, said: `${stdout}${stderr}` };
    };
    const verified = analyze("verify");
    // Of other units of this machine it may have something to say.
    const faults = verified.said.split("\n").filter((line) => line.includes("fanlight@"));
    expect([verified.status, faults]).toEqual([0, []]);
    // Of 100, where 100 is a service with nothing closed.
    const exposed = analyze("security", "--offline=true", "--no-pager", "--threshold=20");
    expect(exposed.status, exposed.said).toBe(0);
  },
);
