import { expect, test } from "vitest";
import { type CodeNeeds, isLostCode, loadCode, mayReload } from "./load-code.ts";

const lost = new TypeError("Failed to fetch dynamically imported module: /a.js");

/** A page whose server answers or not, one entry for each time it is waited for; `reloads` counts its reloads. */
function page(waits: boolean[]) {
  const seen = { reloads: 0, asked: 0 };
  const needs: CodeNeeds = {
    async waitForServer() {
      seen.asked++;
      return waits.shift() ?? false;
    },
    mendStyles() {},
    reload() {
      seen.reloads++;
      return true;
    },
  };
  return { seen, needs };
}

test("R-ERR-24: code that cannot be had without a connection is asked for again when it is back, without a reload", async () => {
  const { seen, needs } = page([true, true]);
  const answers = [lost, lost, "code"];
  const load = async () => {
    const answer = answers.shift();
    if (answer === lost) throw lost;
    return answer;
  };
  expect(await loadCode(load, needs)).toBe("code");
  expect(seen).toEqual({ reloads: 0, asked: 2 });
});

test("R-ERR-24: code that a server which answers does not have any more reloads the page", async () => {
  const { seen, needs } = page([]);
  let settled = false;
  const loading = loadCode(async () => {
    throw lost;
  }, needs).finally(() => {
    settled = true;
  });
  await Promise.race([loading, new Promise((resolve) => setImmediate(resolve))]);
  expect(seen).toEqual({ reloads: 1, asked: 2 });
  expect(settled).toBe(false);
});

test("R-ERR-24: lost code after a reload for lost code, and any other error, is thrown", async () => {
  const { seen, needs } = page([]);
  needs.reload = () => false;
  const failing = (error: Error) => loadCode(async () => Promise.reject(error), needs);
  await expect(failing(lost)).rejects.toBe(lost);
  const own = new TypeError("x is undefined");
  await expect(failing(own)).rejects.toBe(own);
  expect(seen).toEqual({ reloads: 0, asked: 2 });
});

test("R-ERR-24: lost code reloads the page at most once a minute", () => {
  expect(mayReload(null, 1_000_000)).toBe(true);
  expect(mayReload("1000000", 1_059_999)).toBe(false);
  expect(mayReload("1000000", 1_060_000)).toBe(true);
  expect(mayReload("rubbish", 1_000_000)).toBe(true);
});

test("lost code is recognised by every browser's message", () => {
  expect(isLostCode(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toBe(true);
  expect(isLostCode(new TypeError("error loading dynamically imported module"))).toBe(true);
  expect(isLostCode(new TypeError("Importing a module script failed."))).toBe(true);
  expect(isLostCode(new Error("Unable to preload CSS for /assets/a.css"))).toBe(true);
  expect(isLostCode(new TypeError("x is undefined"))).toBe(false);
});
