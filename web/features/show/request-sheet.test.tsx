// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import type { FanRequest } from "#web/entities/show/fan-show.ts";
import { RequestSheet } from "./RequestSheet.tsx";

afterEach(closePage);

const answers = {
  "GET /api/fan/profile": fanProfile(),
  "GET /api/model-profile/{loginOrId}": rosa,
  "POST /api/fan/notify-model": { success: true, notified: true },
} as const;
const request = { id: 1, slug: "rosa", mode: "private", expires_at: "2026-12-01T00:00:00.000Z" } as const;
const open = (outcome: Pick<FanRequest, "state" | "reason">, language: "en" | "es" = "en") =>
  openPage(
    <RequestSheet
      request={{ ...request, ...outcome }}
      name="Rosa"
      container={null}
      onRead={() => {}}
      onAskAgain={() => {}}
    />,
    answers,
    { language },
  );

test.each([
  [{ state: "declined", reason: "Not today" }, "en", "Notify me when Rosa goes live"],
  [{ state: "declined" }, "es", "Avísame cuando Rosa salga en vivo"],
  [{ state: "expired" }, "en", "Notify me when Rosa goes live"],
] as const)(
  "R-OPEN-68: beside the no %o a fan can ask to be notified of the model (%s)",
  async (outcome, language, label) => {
    const page = open(outcome, language);
    const notify = await screen.findByRole("button", { name: label });
    expect(notify.getAttribute("aria-pressed")).toBe("false");
    await page.user.click(notify);
    await waitFor(() =>
      expect(page.callsOf("POST /api/fan/notify-model").map(({ body }) => body)).toEqual([
        { model_id: rosa.id, notify: true },
      ]),
    );
    await waitFor(() => expect(notify.getAttribute("aria-pressed")).toBe("true"));
  },
);

test.each([
  ["in_show", "en", "Rosa started another show"],
  ["stream_not_started", "es", "Rosa terminó la transmisión"],
] as const)(
  "R-OPEN-68: whose show became impossible (%s) reads why, and not that the model said no (%s)",
  async (reason, language, title) => {
    open({ state: "declined", reason }, language);
    await screen.findByRole("dialog", { name: title });
    expect(screen.queryByText(reason), "the code is no text of the model's").toBeNull();
  },
);

test("R-OPEN-68: a fan whose show could not be paid is offered no notice: the model has said yes", async () => {
  const page = open({ state: "declined", reason: "too_few_tokens" });
  await screen.findByText(/^You didn’t have enough tokens/);
  expect(screen.queryByRole("button", { name: /Notify me/ })).toBeNull();
  expect(page.callsOf("GET /api/model-profile/{loginOrId}")).toHaveLength(0);
});
