// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { NotifyButton } from "./NotifyButton.tsx";
import { rosa } from "./testing/rosa.ts";

afterEach(closePage);

const openButton = (status: number) =>
  openPage(<NotifyButton slug="rosa" />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/model-profile/{loginOrId}": rosa,
    "POST /api/fan/notify-model": () => ({ status, body: { success: true, notified: true } }),
  });
const button = () => screen.findByRole("button", { name: "Notify me when Rosa goes live" });
const pressed = async () => (await button()).getAttribute("aria-pressed");

test("R-PROFILE-10: a fan in front of a dark stage asks to be told, and takes it back", async () => {
  const page = openButton(200);
  expect(await pressed()).toBe("false");
  await page.user.click(await button());
  await waitFor(async () => expect(await pressed()).toBe("true"));
  await page.user.click(await button());
  await waitFor(async () => expect(await pressed()).toBe("false"));
  expect(page.callsOf("POST /api/fan/notify-model").map(({ body }) => body)).toEqual([
    { model_id: rosa.id, notify: true },
    { model_id: rosa.id, notify: false },
  ]);
});

test("what could not be saved is undone and said", async () => {
  const page = openButton(503);
  await page.user.click(await button());
  await waitFor(() => expect(page.toasts()).toHaveLength(1));
  expect(await pressed()).toBe("false");
});
