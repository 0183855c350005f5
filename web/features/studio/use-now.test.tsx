// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useSecondsUntil } from "#web/entities/show/use-show-clock.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { clockAheadQuery } from "#web/lib/server-clock.ts";
import { liveSeconds } from "./studio-state.ts";
import { useNow } from "./use-now.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const serverMs = Date.parse("2026-11-21T12:00:00.500Z");
const at = (seconds: number) => new Date(serverMs + seconds * 1000).toISOString();

function Clocks() {
  const now = useNow();
  const left = useSecondsUntil(at(20), 30);
  return (
    <output>
      {left} left, live for {now && liveSeconds({ live_since: at(-100) }, now)}
    </output>
  );
}

/** A page on a device whose clock is wrong by so much, whose server answers with this header. */
function open(wrongByMs: number, date: string | null): void {
  vi.useFakeTimers({ toFake: ["Date"], now: serverMs + wrongByMs });
  vi.stubGlobal("fetch", async () => new Response("", { headers: date === null ? {} : { date } }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Clocks />
    </QueryClientProvider>,
  );
}

const shows = (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));

test.each([
  ["is right", 0],
  ["is an hour ahead", 3_600_000],
  ["is an hour behind", -3_600_000],
])(
  "what waits and what is live are counted by the server's clock on a device whose own %s",
  async (_how, ms) => {
    open(ms, "Sat, 21 Nov 2026 12:00:00 GMT");
    await shows("20 left, live for 100");
  },
);

test("a difference of a second is none, and without the server's word the device's clock counts", async () => {
  open(1_000, "Sat, 21 Nov 2026 12:00:00 GMT");
  await shows("19 left, live for 101");
  cleanup();
  open(5_000, null);
  await shows("15 left, live for 105");
  await expect(createQueryClient().fetchQuery(clockAheadQuery)).rejects.toThrow();
});
