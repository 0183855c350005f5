// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ShowEnd, ShowState } from "#contract/show-state.ts";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { receiptOf, showOf } from "#testing/web/show.ts";
import { roomQuery } from "#web/entities/room/room-entry.ts";
import { applyShowEvent, changeFanShow, fanShowQuery } from "#web/entities/show/fan-show-query.ts";
import { overRead } from "#web/entities/show/fan-show.ts";
import { missedIn } from "#web/features/shell/live/missed-in.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import Stream from "./stream.tsx";

afterEach(() => {
  vi.useRealTimers();
  closePage();
});

const receipt = "GET /api/fan/shows/{id}/receipt";
const answerOf = (show: Partial<ShowState>): Reply => ({
  status: 200,
  body: receiptOf(showOf({ role: "spy", served_seconds: 75, spent: 75, ...show })),
});

const refused = (status: number): Reply => ({ status, body: { code: "refused", message: "No." } });
const over = (end_reason: ShowEnd) => answerOf({ state: "ended", end_reason });

/** A fan who was a spy when the line went away, in a room that is shut to them by now; `back` reads what was missed. */
async function away(answers: Answers, before: ShowState | null = showOf({ role: "spy" })) {
  const client = browserQueryClient();
  client.setQueryData(roomQuery("luna").queryKey, {
    kind: "in_show",
    slug: "luna",
    model: { ...cardOf({ isStream: true }), id: 2, login: "luna" },
    mode: "private",
    spy: null,
    from: { epoch: "e", sequence: 0 },
  } as never);
  changeFanShow(client, (state) => ({ ...state, show: before }));
  const route = { params: { slug: "luna" } } as ComponentProps<typeof Stream>;
  const page = openPage(<Stream {...route} />, {
    "GET /api/fan/profile": fanProfile({ balance: 200 }),
    "GET /api/fan/show-requests": { data: [] },
    "GET /api/fan/show": { show: null },
    ...answers,
  });
  await screen.findByRole("heading", { name: /Luna|luna/ });
  return {
    page,
    show: () => client.getQueryData(fanShowQuery.queryKey)?.show,
    back: () =>
      act(async () => {
        for (const queryKey of missedIn("person:7")) await client.invalidateQueries({ queryKey });
      }),
  };
}

test.each([
  ["model_ended", /is back in public/],
  ["out_of_tokens", /tokens/],
] as const)(
  "R-LIVE-30, R-OPEN-63: whose show ended (%s) while their device was away is shown so when it is back: why, how long and what it cost",
  async (reason, why) => {
    const { page, back } = await away({ [receipt]: () => over(reason) });
    expect(screen.queryByRole("dialog")).toBeNull();
    await back();
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toMatch(why);
    expect(dialog.textContent).toContain("01:15");
    expect(screen.getByRole("link", { name: /receipt/i }).getAttribute("href")).toBe("/receipts/5");
    await page.user.click(screen.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const read = page.callsOf(receipt).length;
    await back();
    expect(page.callsOf(receipt), "said once").toHaveLength(read);
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

test("R-OPEN-68: who waited when the room was shut by another's show reads there that it was declined, even if its event was lost", async () => {
  const request = { id: 9, slug: "luna", mode: "private", state: "asked", expires_at: "x" } as const;
  const { page } = await away(
    { "GET /api/fan/show-requests/{id}": { id: 9, state: "declined", reason: "in_show" } },
    null,
  );
  act(() => changeFanShow(browserQueryClient(), (state) => ({ ...state, request })));
  await screen.findByText("Luna started another show. You weren’t charged.");
  expect(page.callsOf("DELETE /api/fan/show-requests/{id}"), "it is answered").toHaveLength(0);
});

test("R-OPEN-63: what cannot be asked yet is asked again, whatever else comes meanwhile", async () => {
  const { page, back } = await away({ [receipt]: inTurn({ status: 503 }, over("model_ended")) });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await back();
  await vi.waitFor(() => expect(page.callsOf(receipt)).toHaveLength(1));
  act(() => changeFanShow(browserQueryClient(), (state) => ({ ...state, request: null })));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  vi.useRealTimers();
  await screen.findByRole("dialog");
});

test.each([401, 403, 404])(
  "R-OPEN-63: what became of a show is not asked again once that was refused with %i, but where it was asked too often",
  async (status) => {
    const { page, back } = await away({
      [receipt]: inTurn(refused(429), refused(status), over("model_ended")),
    });
    const refusedWith = (expected: number) =>
      vi.waitFor(() => {
        const { error, fetchStatus } = browserQueryClient().getQueryState(["show-now", 5]) ?? {};
        expect([error, fetchStatus]).toMatchObject([{ status: expected }, "idle"]);
      });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await back();
    await refusedWith(429);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await refusedWith(status);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(page.callsOf(receipt)).toHaveLength(2);
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

test("R-OPEN-63: an end that was said, of a show elsewhere, or that has not come is not announced", async () => {
  const said = await away({ [receipt]: () => over("fan_left") });
  act(() =>
    applyShowEvent(browserQueryClient(), {
      name: "ShowEnded",
      data: { model_id: 2, slug: "luna", show: showOf({ state: "ended" }), reason: "fan_left" },
    }),
  );
  act(() => changeFanShow(browserQueryClient(), (state) => ({ ...overRead(state), over: null })));
  await said.back();
  expect(said.page.callsOf(receipt)).toEqual([]);
  closePage();
  const elsewhere = await away({ [receipt]: () => over("fan_left") }, showOf({ slug: "vera" }));
  await elsewhere.back();
  expect(elsewhere.page.callsOf(receipt)).toEqual([]);
  closePage();
  // A show that begins while it is read whether there is one.
  const running = await away({ [receipt]: () => answerOf({ state: "running" }) });
  await running.back();
  await waitFor(() => expect(running.show()).toMatchObject({ id: 5, served_seconds: 75 }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
