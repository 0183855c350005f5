import vm from "node:vm";
import { expect, test } from "vitest";
import { until } from "#testing/until.ts";
import { withData, withLateScripts, withLowPriorityScripts } from "./finish-document.ts";

const MAIN = 'import * as route0 from "/assets/root.js";\nconst a = 1 < 2;\nimport("/assets/entry.js");';
const DOCUMENT =
  '<html><head><link rel="modulepreload" href="/assets/entry.js" nonce="n"/><link rel="stylesheet" href="/a.css"/>' +
  '<link rel="modulepreload" href="/assets/root.js" nonce="n"/></head><body><p>"modulepreload"</p>' +
  `<script nonce="n">first()</script><script nonce="n" type="module" async="">${MAIN}</script></body></html>`;

/** Runs the inline scripts of a document with these names in reach; answers nothing. */
function run(html: string, names: Record<string, unknown>): void {
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? "");
  for (const script of scripts.slice(1)) vm.runInNewContext(script, names);
}

test("the loaders' data reaches the router letter by letter, whatever it holds", () => {
  const data = `["</script><!--", "it's", "back\\\\slash", "line\u2028", "ñ"]\n`;
  const heard: string[] = [];
  const streamController = { enqueue: (text: string) => heard.push(text), close: () => heard.push("end") };
  const html = withData("<html><body><script>0</script></body></html>", data, "n");
  run(html, { window: { __reactRouterContext: { streamController } } });
  expect(heard).toEqual([data, "end"]);
  expect(html).toMatch(/<script nonce="n">.*<\/script><\/body><\/html>$/s);
});

test("preloaded scripts get low priority, everything else stays as it is", () => {
  expect(withLowPriorityScripts(DOCUMENT).replaceAll(' fetchpriority="low"', "")).toBe(DOCUMENT);
  expect(withLowPriorityScripts(DOCUMENT).match(/rel="modulepreload" fetchpriority="low"/g)).toHaveLength(2);
});

test("late scripts are not named to the browser before their time and then run unchanged", async () => {
  const html = withLateScripts(DOCUMENT);
  expect(html).not.toContain('rel="modulepreload"');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('<link rel="stylesheet" href="/a.css"/>');
  const added: Record<string, unknown>[] = [];
  const listeners = new Map<string, () => void>();
  const make = () => ({ remove: () => undefined });
  const document = {
    currentScript: { nonce: "n" },
    images: [],
    createElement: make,
    head: { append: (element: Record<string, unknown>) => added.push(element) },
  };
  run(html, {
    document,
    window: {},
    setTimeout: () => 0,
    requestAnimationFrame: () => 0,
    PerformanceObserver: { supportedEntryTypes: [] },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: () => undefined,
    Promise,
  });
  expect(added).toEqual([]);
  listeners.get("pointerdown")?.();
  listeners.get("keydown")?.();
  expect(added.map(({ href }) => href).filter(Boolean)).toEqual(["/assets/entry.js", "/assets/root.js"]);
  expect(added.at(-1)).toMatchObject({ type: "module", text: MAIN, nonce: "n" });
  expect(added).toHaveLength(3);
});

test("late scripts begin when the browser has reported the paint of a picture, not of the text before it", async () => {
  const begun: unknown[] = [];
  const observers: ((list: { getEntries(): object[] }) => void)[] = [];
  class PerformanceObserver {
    static supportedEntryTypes = ["largest-contentful-paint"];
    constructor(hear: (list: { getEntries(): object[] }) => void) {
      observers.push(hear);
    }
    observe() {}
    disconnect() {}
  }
  run(withLateScripts(DOCUMENT), {
    document: {
      currentScript: { nonce: "n" },
      images: [{ fetchPriority: "high", decode: () => Promise.resolve() }],
      createElement: () => ({ remove: () => undefined }),
      head: { append: (element: unknown) => begun.push(element) },
    },
    window: {},
    setTimeout: (task: () => void, ms?: number) => ms === undefined && task(),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    PerformanceObserver,
    Promise,
  });
  await until(() => observers.length === 1, "the wait for the paint");
  observers[0]?.({ getEntries: () => [{ element: { tagName: "H1" } }] });
  expect(begun).toEqual([]);
  observers[0]?.({ getEntries: () => [{ element: { tagName: "IMG" } }] });
  expect(begun).toHaveLength(3);
});
