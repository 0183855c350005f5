// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { showOf } from "#testing/web/show.ts";
import { applyShowEvent } from "#web/entities/show/fan-show-query.ts";
import type { ShowEvent } from "#web/entities/show/fan-show.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { SiteHeader } from "./SiteHeader.tsx";

afterEach(closePage);

const where = { model_id: 2, slug: "luna" };

/** The header's text about tokens to the eye, and to a screen reader. */
async function open(language: "en" | "es") {
  browserQueryClient().setQueryData(profileQuery.queryKey, fanProfile({ balance: 339, held: 40 }));
  openPage(<SiteHeader />, {}, { language });
  const header = (await screen.findByTestId("balance")).parentElement?.parentElement as HTMLElement;
  const read = (hidden: string) => {
    const copy = header.cloneNode(true) as HTMLElement;
    for (const part of copy.querySelectorAll(hidden)) part.remove();
    return copy.textContent.replaceAll(/\s+/g, " ").trim();
  };
  return { seen: () => read(".sr-only"), heard: () => read("[aria-hidden=true]") };
}
const apply = (event: ShowEvent) => act(() => applyShowEvent(browserQueryClient(), event));

test.each([
  [
    "en",
    "339 · 40 set aside",
    "339 tokens, 40 more tokens set aside for your show",
    "339 · 1 set aside",
    /1 more token set aside/,
  ],
  [
    "es",
    "339 · 40 en reserva",
    "339 tokens, 40 tokens más reservados para tu show",
    "339 · 1 en reserva",
    /1 token más reservado/,
  ],
] as const)(
  "R-NAV-04, R-OPEN-63: beside the balance the header shows what a show sets aside, to everybody (%s), and its events keep that right",
  async (language, seen, heard, one, name) => {
    const header = await open(language);
    expect([header.seen(), header.heard()]).toEqual([seen, heard]);
    apply({ name: "ShowMeter", data: { ...where, show: showOf(), held: 1 } });
    await waitFor(() => expect(header.seen()).toBe(one));
    expect(header.heard()).toMatch(name);
    apply({ name: "ShowEnded", data: { ...where, show: showOf({ state: "ended" }), reason: "fan_left" } });
    await waitFor(() => expect(header.seen()).toBe("339"));
    apply({ name: "ShowStarted", data: { ...where, show: showOf({ id: 6 }), held: 60 } });
    // The end of the show before comes behind the beginning of the next.
    apply({ name: "ShowEnded", data: { ...where, show: showOf({ state: "ended" }), reason: "fan_left" } });
    await waitFor(() => expect(header.seen()).toContain("60"));
  },
);
