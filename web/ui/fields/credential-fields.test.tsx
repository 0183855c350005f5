// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { PasswordField } from "./CredentialFields.tsx";

afterEach(closePage);

test("the button that shows a password is called by what a press does, and not pressed as well", async () => {
  const page = openPage(<PasswordField label="Password" />, {});
  const field = screen.getByLabelText<HTMLInputElement>("Password", { selector: "input" });
  const types = [];
  for (const name of ["Show password", "Hide password"]) {
    const button = screen.getByRole("button", { name });
    expect(button.hasAttribute("aria-pressed")).toBe(false);
    await page.user.click(button);
    types.push(field.type);
  }
  expect(types).toEqual(["text", "password"]);
});
