// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, inTurn, openPage } from "#testing/component/page.tsx";
import { rosa } from "#web/entities/room/testing/rosa.ts";
import { BlockedNotice } from "./BlockedNotice.tsx";

afterEach(closePage);

test("who has blocked a model reads so and lifts it by a press; a refusal changes nothing", async () => {
  let lifted = 0;
  const page = openPage(<BlockedNotice page={rosa} onUnblocked={() => lifted++} />, {
    "POST /api/fan/block-model": inTurn(
      { status: 404, body: { message: "No such model." } },
      { status: 200, body: { data: [] } },
    ),
  });
  screen.getByText("You have blocked Rosa");
  const button = screen.getByRole("button", { name: "Unblock Rosa" });
  await page.user.click(button);
  await waitFor(() => expect(page.toasts()).toEqual(["No such model."]));
  expect(lifted).toBe(0);
  await page.user.click(button);
  await waitFor(() => expect(lifted).toBe(1));
  const bodies = page.callsOf("POST /api/fan/block-model").map(({ body }) => body);
  expect(bodies).toEqual(Array(2).fill({ model_id: rosa.id, blocked: false }));
});
