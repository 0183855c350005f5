// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { MenuButton } from "../buttons/MenuButton.tsx";
import { Dialog } from "./Dialog.tsx";

afterEach(closePage);

function MenuWithDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <MenuButton label="More" trigger="…">
        <li>
          <button type="button" onClick={() => setOpen(true)}>
            Report
          </button>
        </li>
      </MenuButton>
      <Dialog open={open} onClose={() => setOpen(false)} title="Report this">
        <input aria-label="Why" />
      </Dialog>
    </>
  );
}

test("a dialog that was opened from a menu gives the focus back to the menu's button", async () => {
  const { user } = openPage(<MenuWithDialog />, {});
  const button = screen.getByRole("button", { name: /More/ });
  button.focus();
  await user.keyboard("{Enter}");
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Report");
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog");
  expect(screen.queryByRole("banner"), "a dialog adds no landmark to the page's").toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});
