import { expect, test } from "vitest";
import { keepAwake } from "./use-publisher.ts";

function screenOf(options: { refuses?: boolean } = {}) {
  const log: string[] = [];
  const page = Object.assign(new EventTarget(), { hidden: false });
  const lock = {
    async request() {
      log.push("asked");
      if (options.refuses) throw new DOMException("low battery", "NotAllowedError");
      return { release: async () => void log.push("released") };
    },
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const show = async (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
    await settle();
  };
  return { log, page, lock, settle, show };
}

test("The screen is held until the stream is over, and asked for again whenever the page comes back", async () => {
  const { log, page, lock, settle, show } = screenOf();
  const stop = keepAwake(lock, page);
  await settle();
  await show(true);
  expect(log).toEqual(["asked"]);
  await show(false);
  expect(log).toEqual(["asked", "asked"]);
  stop();
  await settle();
  expect(log.at(-1)).toBe("released");
  await show(false);
  expect(log).toHaveLength(3);
});

test("A lock that comes after the end is given back; a refusal and a browser without locks disturb nothing", async () => {
  const late = screenOf();
  keepAwake(late.lock, late.page)();
  await late.settle();
  expect(late.log).toEqual(["asked", "released"]);
  const refusing = screenOf({ refuses: true });
  const stop = keepAwake(refusing.lock, refusing.page);
  await refusing.settle();
  stop();
  expect(refusing.log).toEqual(["asked"]);
  keepAwake(undefined, refusing.page)();
});
