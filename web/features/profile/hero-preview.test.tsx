// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ModelPage } from "#contract/catalog.ts";
import { PageConfigProvider, usePageConfig } from "#web/lib/page/page-config.ts";
import { useHeroPreview } from "./ProfileHero.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type State = Pick<ModelPage["stream"], "stream_status" | "stream_type">;
const live: State = { stream_status: "began", stream_type: "public" };

/** A model's page for an adult, or before the age is confirmed, on a device that saves motion, data or nothing. */
function openHero(
  state: State,
  { adult = true, saves }: { adult?: boolean; saves?: "motion" | "data" } = {},
) {
  vi.stubGlobal("matchMedia", () => ({ matches: saves === "motion" }));
  vi.stubGlobal("navigator", { ...navigator, connection: { saveData: saves === "data" } });
  const Wrapper = ({ children }: { children: ReactNode }) => (
    <PageConfigProvider value={{ ...usePageConfig(), adult }}>{children}</PageConfigProvider>
  );
  const pageOf = ({ stream_status, stream_type }: State) => ({
    isStream: stream_status !== "stopped",
    stream: { stream_status, stream_type } as ModelPage["stream"],
  });
  const { result, rerender } = renderHook((now: State) => useHeroPreview(pageOf(now)), {
    wrapper: Wrapper,
    initialProps: state,
  });
  const flags = () => [result.current.offered, result.current.playing];
  return { flags, turn: rerender, toggle: () => act(() => result.current.toggle()) };
}

test("a live model's page plays their public picture, and stops when the room turns private, pauses or ends", () => {
  const hero = openHero(live);
  expect(hero.flags()).toEqual([true, true]);
  for (const other of [
    { ...live, stream_type: "private" },
    { ...live, stream_type: "vip" },
    { ...live, stream_status: "paused" },
    { ...live, stream_status: "stopped" },
  ] satisfies State[]) {
    hero.turn(other);
    expect(hero.flags(), JSON.stringify(other)).toEqual([false, false]);
  }
  hero.turn(live);
  expect(hero.flags()).toEqual([true, true]);
});

test("it can be stopped and started, and plays unasked on no device that saves motion or data", () => {
  for (const saves of ["motion", "data"] as const) {
    const hero = openHero(live, { saves });
    expect(hero.flags(), saves).toEqual([true, false]);
    hero.toggle();
    expect(hero.flags(), saves).toEqual([true, true]);
    hero.toggle();
    expect(hero.flags(), saves).toEqual([true, false]);
    cleanup();
  }
});

test("nothing is played before the age is confirmed", () => {
  expect(openHero(live, { adult: false }).flags()).toEqual([false, false]);
});
