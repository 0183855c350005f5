// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import type { PromoEntry } from "#web/entities/show/enter-promo.ts";
import { promoQuery } from "#web/entities/show/promo-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import Promo from "./promo-stream.tsx";

afterEach(closePage);

const live = { epoch: "e", sequence: 0 };
const shut = { slug: "luna", model: null, from: live };

test.each([
  [{ ...shut, kind: "in_show", mode: "private", spy: null }, "luna is in a private show"],
  [{ ...shut, kind: "not_started", message: "Not live" }, "luna hasn’t started yet"],
] as const satisfies [RoomEntry, string][])(
  "R-ERR-15, R-LIVE-30: after a promo show a room that is shut says why, as on its own page: %o",
  (entry, title) => {
    const room = { model: { login: "luna" }, show: { id: 1 } };
    const page = { state: "running", topic: "promo:1", live_from: { public: live, person: live }, room };
    const opened = { kind: "open", page } as unknown as PromoEntry;
    browserQueryClient().setQueryData(promoQuery("abc").queryKey, opened);
    browserQueryClient().setQueryData(roomQuery("luna").queryKey, entry);
    openPage(<Promo {...({ params: { token: "abc" } } as ComponentProps<typeof Promo>)} />, {});
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  },
);
