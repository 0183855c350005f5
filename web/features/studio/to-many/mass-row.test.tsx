// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import type { MassMessage } from "#contract/mass-messages.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { dateTime } from "#web/lib/i18n/format.ts";
import { MassRow } from "./MassRow.tsx";

afterEach(closePage);

const mass: MassMessage = {
  ...{ id: 4, to: "everybody", item: null, body: "Tonight at nine", media: null, price: null },
  ...{ state: "sent", failure: null, recipients: 3, sent: 3, read: 1, bought: 0, tokens: 0 },
  ...{ due_at: "2026-11-21T12:00:00Z", created_at: "2026-11-21T12:00:00Z", taken_back_at: null },
};
const endpoint = "DELETE /api/studio/mass-messages/{id}";

test("what fans have already is taken back after one question, what waits for its time at once", async () => {
  const { user, callsOf, close } = openPage(<MassRow mass={mass} />, { [endpoint]: mass });
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(callsOf(endpoint)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("It disappears from every chat.");
  await user.click(screen.getAllByRole("button", { name: "Delete" }).at(-1) as HTMLElement);
  await waitFor(() => expect(callsOf(endpoint)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  close();
  const planned = openPage(<MassRow mass={{ ...mass, state: "scheduled" }} />, { [endpoint]: mass });
  await planned.user.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(planned.callsOf(endpoint)).toHaveLength(1));
});

test("when a message to many goes out is a day in UTC before any script runs, then the hour of who reads it", () => {
  const planned = <MassRow mass={{ ...mass, state: "scheduled", due_at: "2026-11-23T20:15:00Z" }} />;
  const html = renderToString(
    <QueryClientProvider client={browserQueryClient()}>{planned}</QueryClientProvider>,
  );
  expect(html).toContain("Goes out Nov 23, 2026<");
  expect(html).toContain(">Nov 21, 2026<");
  openPage(planned, {});
  expect(screen.getByText(`Goes out ${dateTime("2026-11-23T20:15:00Z")}`)).toBeDefined();
  expect(screen.getByText(dateTime(mass.created_at))).toBeDefined();
});

test("one that was stopped on its way shows who has it and is taken back after one question, one that reached nobody is not", async () => {
  const stopped: MassMessage = { ...mass, state: "failed", failure: "not_listed", recipients: 3, sent: 2 };
  const { user, callsOf, close } = openPage(<MassRow mass={stopped} />, { [endpoint]: mass });
  expect(screen.getByText("Stopped midway: your page wasn’t listed")).toBeDefined();
  expect(screen.getByText("Sent").parentElement?.textContent).toBe("Sent2");
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByRole("dialog");
  expect(callsOf(endpoint)).toEqual([]);
  close();
  openPage(<MassRow mass={{ ...stopped, sent: 0, read: 0 }} />, {});
  expect(screen.getByText("Not sent: your page wasn’t listed")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  expect(screen.queryByText("Read")).toBeNull();
});

test("what a message to many has brought is counted to the last fan", () => {
  const figures = { recipients: 12_000, sent: 12_000, read: 1_240, price: 50, bought: 100, tokens: 5_000 };
  openPage(<MassRow mass={{ ...mass, ...figures }} />, {});
  const shown = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(shown).toEqual(["12,000", "1,240", "100", "5,000"]);
});
