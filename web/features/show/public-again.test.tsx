// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { PublicAgain } from "./PublicAgain.tsx";

afterEach(closePage);

const usual = /and by one email/;

test.each([
  ["a confirmed address", fanProfile({ validation: "confirmed" }), usual],
  ["no confirmed address", fanProfile({ validation: "waiting" }), /by email once you confirm/],
  ["silenced notifications", fanProfile({ is_block_notification: true }), /Your notifications are off/],
] as const)(
  "who waits for a model to be public again reads what will come, with %s",
  async (_who, viewer, hint) => {
    const page = openPage(<PublicAgain modelId={7} slug="luna" name="Luna" />, {
      "GET /api/fan/profile": viewer,
      "POST /api/fan/await-public": { success: true },
    });
    await page.user.click(screen.getByRole("switch", { name: "Tell me when Luna is public again" }));
    expect(await screen.findByText(hint)).toBeDefined();
    expect(screen.queryAllByText(usual)).toHaveLength(hint === usual ? 1 : 0);
  },
);
