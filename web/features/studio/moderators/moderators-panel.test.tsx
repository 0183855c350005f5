// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import type { Moderators } from "#contract/moderation.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { dateTime } from "#web/lib/i18n/format.ts";
import { hourOrDay } from "#web/lib/page/local-time.ts";
import { ModeratorsPanel } from "./ModeratorsPanel.tsx";

afterEach(closePage);

const until = "2026-11-22T01:30:00Z";
const at = "2026-11-21T12:34:00Z";
const view: Moderators = {
  data: [],
  muted: [{ id: 7, name: "Jo", until }],
  log: [{ id: 1, action: "remove", by: "Ana", fan: "Jo", minutes: null, text: "spam", at }],
};
const read = { data: view, isFetchedAfterMount: true, isFetching: false, refetch: async () => view };
const moderators = { read, view, busy: false, change: async () => true, unmute: async () => true };

test("what moderators did is in days of UTC before any script runs, then it and mutes are in hours of who reads it", () => {
  const panel = <ModeratorsPanel moderators={moderators} slug="luna" now={null} />;
  const html = renderToString(panel);
  expect(html).not.toContain("until");
  expect(html).toContain(">Nov 21, 2026<");
  openPage(panel, {});
  expect(screen.getByText(new RegExp(hourOrDay(until, new Date())))).toBeDefined();
  expect(screen.getByText(dateTime(at))).toBeDefined();
});

test("in Spanish a mute that ends on another day names it without the article of an hour", () => {
  openPage(<ModeratorsPanel moderators={moderators} slug="luna" now={null} />, {}, { language: "es" });
  // An article would have to go with the hour, or with the day before it.
  expect(screen.getByText(`termina: ${hourOrDay(until, new Date(), "es")}`)).toBeDefined();
});

test("a mute that is over is no longer among those of now, of which no event says so", () => {
  const panel = (now: string) => (
    <ModeratorsPanel
      moderators={{
        ...moderators,
        view: { ...view, muted: [...view.muted, { id: 8, name: "Max", until: null }] },
      }}
      slug="luna"
      now={new Date(now)}
    />
  );
  const names = () => screen.getAllByRole("button", { name: /^Unmute / }).map((button) => button.textContent);
  const { rerender } = render(panel("2026-11-22T01:29:59Z"));
  expect(names()).toHaveLength(2);
  rerender(panel(until));
  expect(names()).toHaveLength(1);
});
