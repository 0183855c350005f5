// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, inTurn, openPage } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { WatchedSection } from "./WatchedSection.tsx";

afterEach(closePage);

const position = { epoch: "e", sequence: 0 };
const watched = (count: number, kept: boolean) => ({
  status: 200,
  body: {
    data: Array.from({ length: count }, (_, id) => cardOf({ id: id + 1 })),
    links: { next: null },
    meta: { current_page: 1, last_page: 1 },
    live_count: 0,
    live_from: { public: position, presence: position },
    kept,
  },
});

test("the list of what was watched is emptied by a press, and switched off", async () => {
  const page = openPage(<WatchedSection />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/watched-models": inTurn(watched(2, true), watched(0, true), watched(0, false)),
    "DELETE /api/fan/watched-models": () => ({ status: 204 }),
    "POST /api/fan/watched-models": () => ({ status: 200, body: { kept: false } }),
  });
  await page.user.click(await screen.findByRole("button", { name: "Clear list (2)" }));
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
  expect(page.callsOf("DELETE /api/fan/watched-models")).toHaveLength(1);
  const keep = screen.getByRole<HTMLInputElement>("switch", { name: "Keep a list of rooms I watch" });
  expect(keep.checked).toBe(true);
  await page.user.click(keep);
  await waitFor(() => expect(keep.checked).toBe(false));
  expect(page.callsOf("POST /api/fan/watched-models").map(({ body }) => body)).toEqual([{ kept: false }]);
});
