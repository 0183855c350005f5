// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, ForViewer, openPage } from "#testing/component/page.tsx";
import { SettingsSection } from "../SettingsSection.tsx";
import { AvatarForm } from "./AvatarForm.tsx";

afterEach(closePage);

test("R-ROUTE-17: who has removed their picture has the focus on what chooses another", async () => {
  const viewer = fanProfile({ avatar: "/files/avatars/me.webp" });
  const page = openPage(
    <SettingsSection title="Picture">
      <ForViewer part={(now) => <AvatarForm viewer={now} />} />
    </SettingsSection>,
    { "GET /api/fan/profile": viewer, "POST /api/fan/remove-avatar": { ...viewer, avatar: null } },
  );
  await page.user.click(await screen.findByRole("button", { name: "Remove photo" }));
  const dialog = await screen.findByRole("dialog");
  await page.user.click(within(dialog).getByRole("button", { name: "Remove photo" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Change photo"));
});
