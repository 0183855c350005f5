// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { hydratePage } from "#testing/component/served-page.tsx";
import { MassForm } from "./MassForm.tsx";

afterEach(closePage);

test("while a message to many is sent nothing else is typed into its form, and a refusal keeps its words", async () => {
  const send = "POST /api/studio/mass-messages";
  const answered = Promise.withResolvers<Reply>();
  const onSent = vi.fn();
  const page = openPage(<MassForm onSent={onSent} />, { [send]: () => answered.promise });
  const text = screen.getByLabelText<HTMLTextAreaElement>("Message");
  const locked = () => text.closest("fieldset")?.disabled;
  await page.user.type(text, "Tonight at nine");
  expect(locked()).toBe(false);
  await page.user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(page.callsOf(send)).toHaveLength(1));
  expect(locked()).toBe(true);
  answered.resolve({ status: 409, body: { code: "any", message: "Not today" } });
  await screen.findByText("Not today");
  expect(locked()).toBe(false);
  expect(text.value).toBe("Tonight at nine");
  expect(onSent).not.toHaveBeenCalled();
});

test("words and time that are typed before the form is hydrated both stay in it", () => {
  const early = { Message: "Tonight at nine", "Send at (optional)": "2030-01-01T21:00" };
  hydratePage(<MassForm onSent={() => {}} />, (served) => {
    for (const [label, value] of Object.entries(early))
      within(served).getByLabelText<HTMLInputElement>(label).value = value;
  });
  for (const [label, value] of Object.entries(early))
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value);
  expect(screen.getByRole("button", { name: "Schedule" })).toHaveProperty("disabled", false);
});
