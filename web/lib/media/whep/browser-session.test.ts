// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { followDevice } from "./browser-session.ts";
import type { WhepSession } from "./whep-session.ts";

afterEach(() => vi.unstubAllGlobals());

/** A device whose network has this kind, where its browser knows one; counts how often a session learns of another. */
function device(type?: string) {
  const connection = Object.assign(new EventTarget(), { type });
  vi.stubGlobal("navigator", { ...navigator, connection });
  const networkChanged = vi.fn();
  const session: Partial<WhepSession> = { networkChanged, leave() {}, setHidden() {} };
  const stop = followDevice(session as WhepSession, () => {});
  const report = (next?: string) => {
    connection.type = next;
    connection.dispatchEvent(new Event("change"));
    return networkChanged.mock.calls.length;
  };
  return { report, networkChanged, stop };
}

test("A new estimate of the network's speed leaves the picture alone, and so does a browser that knows no kinds", () => {
  for (const type of ["wifi", undefined]) {
    const { report, stop } = device(type);
    expect([report(type), report(type)]).toEqual([0, 0]);
    stop();
  }
});

test("From Wi-Fi to cellular and back the session learns of it once each", () => {
  const { report, stop } = device("wifi");
  expect([report("cellular"), report("cellular"), report("wifi")]).toEqual([1, 1, 2]);
  stop();
  expect(report("cellular")).toBe(2);
});

test("A network that is gone or not known is no other one, and coming back online is reported in any case", () => {
  const { report, networkChanged, stop } = device("wifi");
  expect([report("none"), report("unknown"), report("wifi")]).toEqual([0, 0, 0]);
  window.dispatchEvent(new Event("online"));
  expect(networkChanged).toHaveBeenCalledOnce();
  expect([report("none"), report("cellular")]).toEqual([1, 2]);
  stop();
});
