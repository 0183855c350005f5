// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage } from "#testing/component/page.tsx";
import { hydratePage } from "#testing/component/served-page.tsx";
import { readFilter } from "./chat-filter.ts";
import { ChatPanel } from "./ChatPanel.tsx";

afterEach(closePage);

const nico = { id: 7, name: "nico", role: "fan" } as const;

const openEarly = (early: (served: HTMLElement) => void) =>
  hydratePage(<ChatPanel slug="luna7" me={nico} history={[]} loadHistory={async () => null} />, early);

test("what is typed in a room's chat before it is hydrated stays, and can be sent", async () => {
  openEarly((served) => {
    within(served).getByRole<HTMLTextAreaElement>("textbox").value = "hello";
  });
  const send = screen.getByRole("button", { name: "Send" });
  await waitFor(() => expect(send.getAttribute("aria-disabled")).toBe("false"));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  expect(field.value).toBe("hello");
  // By itself the form would load the page again, without what was typed.
  expect(field.form?.getAttribute("method")).toBe("dialog");
});

test("the lines that are chosen before the chat is hydrated are those that it shows", async () => {
  openEarly((served) => {
    within(served).getByRole<HTMLSelectElement>("combobox", { name: "Show in chat" }).value = "tips";
  });
  expect(readFilter(localStorage)).toBe("tips");
  await waitFor(() => expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("tips"));
});
