// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { MassMessage } from "#contract/mass-messages.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
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
  await user.click(screen.getByRole("button", { name: "Take back" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(callsOf(endpoint)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Take back" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("It disappears from every chat at once.");
  await user.click(screen.getAllByRole("button", { name: "Take back" }).at(-1) as HTMLElement);
  await waitFor(() => expect(callsOf(endpoint)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  close();
  const planned = openPage(<MassRow mass={{ ...mass, state: "scheduled" }} />, { [endpoint]: mass });
  await planned.user.click(screen.getByRole("button", { name: "Take back" }));
  await waitFor(() => expect(planned.callsOf(endpoint)).toHaveLength(1));
});
