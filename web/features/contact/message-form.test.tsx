// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { toastStore } from "#web/ui/overlays/toast.ts";
import { ContactPage } from "./ContactPage.tsx";
import { takeMessage } from "./message-action.ts";
import { RemovalPage } from "./RemovalPage.tsx";

afterEach(closePage);

const contact = "POST /api/support/contact";
const removal = "POST /api/support/content-removal";
const receipt = { number: "7K2M-9QXA", due_at: "2026-11-25T12:00:00.000Z", mailed: true };

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) => fireEvent.input(field(label), { target: { value } });
const send = () => screen.getByRole("button", { name: "Send" });

test("R-ROUTE-05, R-LEGAL-07: a message needs its words, keeps what was typed, and arrives once however often it is sent", async () => {
  const answered = Promise.withResolvers<Reply>();
  const page = openPage(
    <ContactPage />,
    { [contact]: () => answered.promise, "GET /api/support/contact": { email: "support@fanlight.example" } },
    { signedIn: false, at: "/contact" },
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Contact");
  const mail = await screen.findByRole("link", { name: "support@fanlight.example" });
  expect(mail.getAttribute("href")).toBe("mailto:support@fanlight.example");
  type("Your name", "Ana García");
  type("Email", "ana@example.test");
  await page.user.click(send());
  await screen.findByText("required field");
  expect(page.callsOf(contact)).toEqual([]);
  expect(field("Email").value).toBe("ana@example.test");
  type("Message", "I cannot find the receipt of last week.");
  await page.user.dblClick(send());
  await page.user.click(send());
  answered.resolve({ status: 201, body: receipt });
  const done = await screen.findByRole("heading", { name: "We got your message" });
  await waitFor(() => expect(document.activeElement).toBe(done));
  expect(screen.getByTestId("ticket-number").textContent).toBe("7K2M-9QXA");
  expect(screen.getByText(/^A person will answer by .*2026/)).toBeTruthy();
  expect(screen.getByText("We sent a confirmation to ana@example.test.")).toBeTruthy();
  expect(page.callsOf(contact)).toHaveLength(1);
});

test("R-ROUTE-05, R-LEGAL-08, R-OPEN-88: a suspected minor is reported without a name; what was typed survives a refusal and a lost answer, and arrives once", async () => {
  const held = Promise.withResolvers<Reply>();
  const replies = [{ status: 0 }, held.promise];
  const page = openPage(
    <RemovalPage />,
    { [removal]: () => replies.shift() ?? { status: 0 } },
    { signedIn: false, at: "/content-removal" },
  );
  fireEvent.change(field("Reason"), { target: { value: "minor" } });
  type("Address of the page", "luna");
  type("What it shows, when, and why it should go", "The person looks like a minor.");
  await page.user.click(send());
  await screen.findByText("An address starting with https:// or /");
  expect(page.callsOf(removal)).toEqual([]);
  type("Address of the page", "/stream/luna");
  await page.user.click(send());
  await screen.findByText("No connection. Your text is still here; please try again.");
  expect(field("What it shows, when, and why it should go").value).toBe("The person looks like a minor.");
  await page.user.dblClick(send());
  await page.user.click(send());
  held.resolve({ status: 201, body: { ...receipt, mailed: false } });
  const done = await screen.findByRole("heading", { name: "We got your request" });
  await waitFor(() => expect(document.activeElement).toBe(done));
  expect(screen.getByText(/^You gave no email, so we can’t send you/)).toBeTruthy();
  const [first, second, ...more] = page.callsOf(removal).map(({ body }) => body);
  expect(second, "the same message under the same id").toEqual(first);
  expect(second).toMatchObject({ reason: "minor", url: "/stream/luna", name: "", email: "" });
  expect(more).toEqual([]);
});

test("R-LEGAL-08: who asks for something else to be removed says who they are", async () => {
  const page = openPage(<RemovalPage />, {}, { signedIn: false });
  fireEvent.change(field("Reason"), { target: { value: "copyright" } });
  type("Address of the page", "/stream/luna");
  type("What it shows, when, and why it should go", "The picture on the wall is mine.");
  await page.user.click(send());
  expect(await screen.findAllByText("required field")).toHaveLength(2);
});

test.each([
  [429, "Five messages an hour are enough.", []],
  [
    500,
    "We couldn’t send this. Your text is still here; please try again.",
    ["Error 500: your message wasn’t sent."],
  ],
] as const)(
  "R-LEGAL-07: a message that is refused with %i says so above the button",
  async (status, text, toasts) => {
    const page = openPage(
      <ContactPage />,
      { [contact]: () => ({ status, body: { code: "no", message: "Five messages an hour are enough." } }) },
      { signedIn: false },
    );
    type("Your name", "Ana");
    type("Email", "ana@example.test");
    type("Message", "My statement shows a purchase twice.");
    await page.user.click(send());
    await screen.findByText(text);
    expect(page.toasts()).toEqual(toasts);
    expect(toastStore.read()[0]?.durationMs, "for as long as any").toBeUndefined();
  },
);

const filled = {
  reason: "copyright",
  url: "/stream/luna",
  name: "Ana",
  email: "ana@example.test",
  message: "The picture on the wall is mine.",
};

/** The page's data after its plain form was answered so by the API. */
async function answered(form: Record<string, string>, status: number, body: object) {
  const request = new Request("http://fanlight.example/content-removal", {
    method: "POST",
    body: new URLSearchParams(form),
  });
  const known = { api: { call: async () => ({ status, body }) }, viewer: null };
  return (await takeMessage({ request, context: { get: () => known } as never }, true)).data;
}

test("R-LEGAL-08: a plain form that is refused has what was typed, and says what is wrong beside its field", async () => {
  const message = { code: "invalid", message: "Please check.", errors: { url: ["Not this address."] } };
  const wrong = await answered({ ...filled, reason: "" }, 201, receipt);
  openPage(<RemovalPage answered={wrong} />, {}, { signedIn: false });
  const errorAt = (label: string) =>
    document.getElementById(field(label).getAttribute("aria-describedby") ?? "")?.textContent;
  expect(errorAt("Reason")).toBe("Please choose a reason");
  expect(field("Your name").value).toBe("Ana");
  expect(field("What it shows, when, and why it should go").value).toBe(filled.message);
  closePage();
  const refused = await answered(filled, 422, message);
  openPage(<RemovalPage answered={refused} />, {}, { signedIn: false });
  expect(errorAt("Address of the page")).toBe("Not this address.");
  expect(field("Reason").value).toBe("copyright");
  closePage();
  const tooMany = await answered(filled, 429, {
    code: "too_many",
    message: "Five messages an hour are enough.",
  });
  openPage(<RemovalPage answered={tooMany} />, {}, { signedIn: false });
  expect(screen.getByText("Five messages an hour are enough.")).toBeTruthy();
});

test("R-LEGAL-08: a plain form that has arrived shows its receipt, and the way to the next one", async () => {
  const arrived = await answered(filled, 201, receipt);
  openPage(<RemovalPage answered={arrived} />, {}, { signedIn: false });
  expect(screen.getByRole("heading", { name: "We got your request" })).toBeTruthy();
  expect(screen.getByTestId("ticket-number").textContent).toBe("7K2M-9QXA");
  expect(screen.getByText("We sent a confirmation to ana@example.test.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Write another message" }).getAttribute("href")).toBe(
    "/content-removal",
  );
});
