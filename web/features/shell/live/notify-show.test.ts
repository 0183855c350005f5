// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { setAwaitsPublic } from "#web/entities/show/public-again.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { dismissToast, toastStore } from "#web/ui/overlays/toast.ts";
import { notifyPublic } from "./notify-show.ts";

afterEach(() => {
  vi.restoreAllMocks();
  overwriteGetLocale(() => "en");
  localStorage.clear();
  history.replaceState(null, "", "/");
  for (const { id } of toastStore.read()) dismissToast(id);
});

const toasts = () => toastStore.read().map(({ text, link }) => [text, link?.to]);

test("R-OPEN-66: a page says once that a model is public again whom this browser waits for, and leads to their room", () => {
  setAwaitsPublic({ slug: "luna", name: "Luna" }, true);
  notifyPublic("rosa");
  expect(toasts()).toEqual([]);
  notifyPublic("luna");
  expect(toasts()).toEqual([["Luna is public again", "/stream/luna"]]);
  notifyPublic("luna");
  expect(toasts()).toHaveLength(1);
});

test("R-OPEN-66: it is said in Spanish too, and not to who is in the room, or asked no longer", () => {
  overwriteGetLocale(() => "es");
  for (const slug of ["luna", "rosa", "vera"]) setAwaitsPublic({ slug, name: slug }, true);
  setAwaitsPublic({ slug: "vera", name: "vera" }, false);
  notifyPublic("vera");
  history.replaceState(null, "", "/stream/rosa");
  notifyPublic("rosa");
  expect(toasts()).toEqual([]);
  notifyPublic("luna");
  expect(toasts()).toEqual([["luna volvió al modo público", "/stream/luna"]]);
});

test("R-OPEN-66: a tab that nobody looks at says it a second later, unless another one has said it by then", () => {
  const clock = manualClock();
  const isHidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  // The room's own page, in a tab behind the one that is read.
  history.replaceState(null, "", "/stream/luna");
  setAwaitsPublic({ slug: "luna", name: "Luna" }, true);
  notifyPublic("luna", clock);
  isHidden.mockReturnValue(false);
  history.replaceState(null, "", "/");
  notifyPublic("luna", clock);
  expect(toasts()).toEqual([["Luna is public again", "/stream/luna"]]);
  clock.advance(1_000);
  expect(toasts()).toHaveLength(1);

  isHidden.mockReturnValue(true);
  setAwaitsPublic({ slug: "rosa", name: "Rosa" }, true);
  notifyPublic("rosa", clock);
  expect(toasts()).toHaveLength(1);
  clock.advance(1_000);
  expect(toasts().at(-1)).toEqual(["Rosa is public again", "/stream/rosa"]);
});
