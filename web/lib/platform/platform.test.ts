// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { createApi } from "#web/lib/api/api.ts";
import { anySignal } from "./abort-signals.ts";
import { copyText } from "./clipboard.ts";
import { isOfInputMethod, isSendingEnter } from "./enter-key.ts";
import { randomId } from "./random-id.ts";

const { any } = AbortSignal;
const forgetAny = (value?: typeof any) =>
  Object.defineProperty(AbortSignal, "any", { value, configurable: true, writable: true });

afterEach(() => {
  forgetAny(any);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, "execCommand");
});

test("without a browser's randomUUID ids are random UUIDs all the same", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 200 }, randomId);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(200);
});

test.each([true, false])(
  "a joined signal is aborted with the first of its own (AbortSignal.any there: %s)",
  (has) => {
    if (!has) forgetAny();
    const [one, other] = [new AbortController(), new AbortController()];
    const joined = anySignal([one.signal, other.signal]);
    expect(joined.aborted).toBe(false);
    other.abort("enough");
    one.abort("late");
    expect([joined.aborted, joined.reason]).toEqual([true, "enough"]);
    expect(anySignal([AbortSignal.abort("before"), new AbortController().signal]).reason).toBe("before");
    expect(anySignal([]).aborted).toBe(false);
  },
);

test("calls go out from a browser without AbortSignal.any, and end with their caller", async () => {
  forgetAny();
  const transport = ({ signal }: { signal: AbortSignal }) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      setTimeout(() => resolve({ status: 200, text: "[]" }));
    });
  const api = createApi({ transport, token: () => null, language: () => "en" });
  expect((await api.call("GET /api/gender")).status).toBe(200);
  const caller = new AbortController();
  const asked = api.call("GET /api/gender", { signal: caller.signal });
  caller.abort();
  expect(await asked).toMatchObject({ status: 0, body: { code: "aborted" } });
});

test.each([true, false])(
  "without a clipboard a text is copied out of a field (the browser does it: %s)",
  async (does) => {
    vi.stubGlobal("navigator", {});
    let copied = "";
    document.execCommand = () => {
      copied = (document.querySelector("textarea") as HTMLTextAreaElement).value;
      return does;
    };
    const copying = copyText("fanlight");
    if (does) await copying;
    else await expect(copying).rejects.toThrow();
    expect([copied, document.querySelector("textarea")]).toEqual(["fanlight", null]);
  },
);

test.each([
  ["Enter", { key: "Enter", keyCode: 13 }, true],
  ["Shift and Enter, a new line", { key: "Enter", keyCode: 13, shiftKey: true }, false],
  ["the Enter of an input method", { key: "Enter", keyCode: 229, isComposing: true }, false],
  [
    "the Enter of an input method in Safari, which says so by its code alone",
    { key: "Enter", keyCode: 229 },
    false,
  ],
  ["another key", { key: "a", keyCode: 65 }, false],
])("%s: whether it sends", (_what, pressed, sends) => {
  const event = { shiftKey: false, isComposing: false, ...pressed };
  expect(isSendingEnter(event)).toBe(sends);
  expect(isOfInputMethod(event)).toBe(event.keyCode === 229);
});
