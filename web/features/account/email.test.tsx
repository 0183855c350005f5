// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import {
  type Answers,
  closePage,
  ForViewer,
  fanProfile,
  inTurn,
  leavePage,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { isResendHidden } from "#web/entities/account/resend-hidden.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { AccountNotices } from "./AccountNotices.tsx";
import { ConfirmEmailAlert } from "./ConfirmEmailAlert.tsx";
import { type DeadLink, LinkOutcome } from "./LinkOutcome.tsx";

const resend = "GET /service/resend_email";
const store = "POST /api/fan/store-email/{user_id}";
const waiting = fanProfile({ validation: "waiting", email: "jo@exmaple.test" });

afterEach(() => {
  vi.useRealTimers();
  closePage();
  accountFlags.set({ resendEmail: false, confirmEmail: false });
});

/** A page under the word about the email, as the server would draw it with the cookies of now. */
function openAlert(answers: Answers = {}, viewer: FanProfile = waiting) {
  const resendHidden = isResendHidden(document.cookie);
  const alert = (person: FanProfile) =>
    person.validation === "waiting" && <ConfirmEmailAlert viewer={person} resendHidden={resendHidden} />;
  return openPage(
    <>
      <ForViewer part={alert} />
      <AccountNotices />
    </>,
    {
      "GET /api/fan/profile": viewer,
      "GET /api/service/email-uniqueness": ({ query }) => ({
        status: 200,
        body: { status: query.get("email") !== "taken@example.test" },
      }),
      ...answers,
    },
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const email = () => screen.getByLabelText<HTMLInputElement>("Email");
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });

test("R-ACCT-12: the alert names the address, says where mails hide, and leads to another mail or another address", async () => {
  openAlert();
  const alert = await screen.findByRole("region", { name: "Confirm your email and get 5 tokens" });
  expect(alert.textContent).toContain("jo@exmaple.test");
  expect(alert.textContent).toContain("in 5 minutes? Check your spam folder");
  expect(
    within(alert)
      .getAllByRole("button")
      .map((each) => each.textContent),
  ).toEqual(["Resend email", "Wrong address?"]);
});

test("R-ACCT-13, R-ACCT-14, R-ACCT-15, R-ERR-29, R-AMB-07: asking again mails the same address and hides the button for 3000 s, on later pages too", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const page = openAlert({ [resend]: { validation: "waiting", balance: 0, status: "active" } as never });
  await page.user.click(await screen.findByRole("button", { name: "Resend email" }));
  const dialog = await screen.findByRole("dialog", { name: "Resend email" });
  expect(dialog.textContent).toContain("jo@exmaple.test");
  await page.user.dblClick(within(dialog).getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(page.toasts()).toEqual(["Email sent"]);
  expect(page.callsOf(resend).map(({ query }) => query.get("email"))).toEqual(["jo@exmaple.test"]);
  expect(screen.queryByRole("button", { name: "Resend email" })).toBeNull();
  expect(button("Wrong address?")).toBeTruthy();
  for (const [seconds, count] of [
    [2_990, 0],
    [20, 1],
  ] as const) {
    vi.setSystemTime(Date.now() + seconds * 1_000);
    leavePage();
    openAlert();
    await screen.findByRole("button", { name: "Wrong address?" });
    expect(screen.queryAllByRole("button", { name: "Resend email" })).toHaveLength(count);
  }
});

test("R-ACCT-14, R-ACCT-15, R-ERR-29: an answer that says confirmed is taken over, said and remembered like every other", async () => {
  const page = openAlert({ [resend]: { validation: "confirmed", balance: 5, status: "active" } as never });
  await page.user.click(await screen.findByRole("button", { name: "Resend email" }));
  await page.user.click(await screen.findByRole("button", { name: "Send" }));
  await waitFor(() => expect(page.toasts()).toEqual(["Email sent"]));
  expect(isResendHidden(document.cookie)).toBe(true);
  expect(browserQueryClient().getQueryData(profileQuery.queryKey)).toMatchObject({
    validation: "confirmed",
    balance: 5,
  });
  expect(screen.queryByRole("region", { name: /Confirm your email/ })).toBeNull();
});

test("R-ERR-12, R-AMB-40: a resend that is refused is shown with the server's words, and hides nothing", async () => {
  const message = "You can ask for one email per minute. Please wait.";
  const page = openAlert({ [resend]: () => ({ status: 429, body: { code: "too_many", message } }) });
  await page.user.click(await screen.findByRole("button", { name: "Resend email" }));
  await page.user.click(await screen.findByRole("button", { name: "Send" }));
  await waitFor(() => expect(page.toasts()).toEqual([`Error ${message}:`]));
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(isResendHidden(document.cookie)).toBe(false);
});

test("a resend without an answer says so in the language of the page, in words of its own", async () => {
  const page = openAlert();
  await page.user.click(await screen.findByRole("button", { name: "Resend email" }));
  await page.user.click(await screen.findByRole("button", { name: "Send" }));
  await waitFor(() => expect(page.toasts()).toHaveLength(1));
  expect(page.toasts()).toEqual([m.common_no_answer()]);
});

test("R-AUTH-37, R-ACCT-05, R-ACCT-06, R-ACCT-07, R-ACCT-08: a wrong address is corrected only by a proper one that nobody has", async () => {
  const page = openAlert();
  await page.user.click(await screen.findByRole("button", { name: "Wrong address?" }));
  await screen.findByRole("dialog", { name: "Change your email" });
  expect(email().value).toBe("jo@exmaple.test");
  expect(button("Save")).toHaveProperty("disabled", true);
  for (const [typed, message] of [
    ["", "required field"],
    ["x@", "incorrect email"],
    ["taken@example.test", "email already taken"],
  ] as const) {
    type(email(), typed);
    await screen.findByText(message);
    expect(button("Save")).toHaveProperty("disabled", true);
  }
  await page.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(page.callsOf(store)).toEqual([]);
});

test.each([
  ["is free", { status: 200, body: { status: true } }, false],
  ["is taken", { status: 200, body: { status: false } }, true],
  ["cannot be asked about", { status: 0 }, false],
] as const)(
  "R-ACCT-08: an address waits to be sent until it is known that it %s",
  async (_what, message, blocked) => {
    const answer = Promise.withResolvers<Reply>();
    const page = openAlert({ "GET /api/service/email-uniqueness": () => answer.promise });
    await page.user.click(await screen.findByRole("button", { name: "Wrong address?" }));
    await screen.findByRole("dialog", { name: "Change your email" });
    type(email(), "jo@example.test");
    await screen.findByText("Checking");
    type(screen.getByLabelText("Current password"), "it");
    expect(button("Save")).toHaveProperty("disabled", true);
    await page.user.click(button("Save"));
    answer.resolve(message);
    await waitFor(() => expect(screen.queryByText("Checking")).toBeNull());
    expect(button("Save")).toHaveProperty("disabled", blocked);
    expect(page.callsOf(store)).toEqual([]);
  },
);

test("R-ACCT-04, R-ERR-33: another address needs the password, keeps what was typed without it, and is then the one that waits", async () => {
  const wrong = {
    code: "invalid",
    message: "",
    errors: { current_password: ["This isn’t your current password."] },
  };
  const changed = fanProfile({ ...waiting, email: "jo@example.test", status: "pended" as never });
  const page = openAlert({
    [store]: inTurn({ status: 422, body: wrong }, { status: 200, body: changed }),
  });
  await page.user.click(await screen.findByRole("button", { name: "Wrong address?" }));
  await screen.findByRole("dialog", { name: "Change your email" });
  type(email(), "jo@example.test");
  const password = screen.getByLabelText<HTMLInputElement>("Current password");
  await waitFor(() => expect(button("Save")).toHaveProperty("disabled", false));
  await page.user.click(button("Save"));
  await screen.findByText("required field");
  expect(page.callsOf(store)).toEqual([]);
  type(password, "not it");
  await page.user.click(button("Save"));
  await screen.findByText("This isn’t your current password.");
  expect(email().value).toBe("jo@example.test");
  type(password, "it");
  await page.user.dblClick(button("Save"));
  await waitFor(() => expect(page.toasts()).toEqual(["Email saved"]));
  expect(page.callsOf(store).map(({ body }) => body)).toEqual([
    expect.objectContaining({ email: "jo@example.test", current_password: "not it" }),
    expect.objectContaining({ email: "jo@example.test", current_password: "it" }),
  ]);
  expect(screen.getByRole("region", { name: "Confirm your email" }).textContent).toContain("jo@example.test");
});

test("R-AUTH-37: an account without an email is asked for one, and says so", async () => {
  const page = openAlert({}, fanProfile({ validation: "waiting", email: "" }));
  await page.user.click(await screen.findByRole("button", { name: "Add an email" }));
  await screen.findByRole("dialog", { name: "Enter your email" });
  expect(screen.queryByRole("button", { name: "Resend email" })).toBeNull();
});

test.each([
  ["5", 1],
  ["1", 0],
])(
  "R-ACCT-16: a confirmed email is shown once, with the tokens it brought: cookie %s",
  async (cookie, count) => {
    document.cookie = `email_confirmed=${cookie}; Path=/`;
    const page = openAlert({}, fanProfile());
    const dialog = await screen.findByRole("dialog", { name: "Email confirmed" });
    expect(within(dialog).queryAllByText("We added 5 tokens to your balance.")).toHaveLength(count);
    await page.user.click(button("OK"));
    await page.go("/trending");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.cookie).not.toContain("email_confirmed");
  },
);

test("R-ACCT-10: that the password is updated is shown once, on whatever page comes next", async () => {
  document.cookie = "reset_password=1; Path=/";
  const page = openPage(<AccountNotices />, {}, { signedIn: false, at: "/login" });
  await screen.findByRole("dialog", { name: "Password updated" });
  await page.user.click(button("OK"));
  await page.go("/");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.cookie).not.toContain("reset_password");
});

/** Where a confirmation link leads that does nothing any more. */
const openLink = (link: DeadLink, viewer: FanProfile | null) =>
  openPage(
    <>
      <LinkOutcome link={link} />
      <AccountNotices />
    </>,
    viewer ? { "GET /api/fan/profile": viewer } : {},
    { signedIn: viewer !== null },
  );

test("R-OPEN-09: a link that was used says so, and one that is dead offers another", async () => {
  const used = openLink("already", waiting);
  await screen.findByRole("heading", { name: "This link was already used" });
  expect(screen.getByRole("link", { name: "Go to the rooms" }).getAttribute("href")).toBe("/");
  used.close();

  const dead = openLink("unknown", waiting);
  await screen.findByRole("heading", { name: "This link doesn’t work" });
  await dead.user.click(await screen.findByRole("button", { name: "Send a new link" }));
  await screen.findByRole("dialog", { name: "Resend email" });
  dead.close();

  openLink("expired", null);
  await screen.findByRole("heading", { name: "This link has expired" });
  expect(screen.getByRole("link", { name: "Log in for a new link" }).getAttribute("href")).toBe("/login");
});
