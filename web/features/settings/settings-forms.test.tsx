// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import {
  type Answers,
  closePage,
  ForViewer,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { DeleteSection } from "./DeleteSection.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { PreferencesSection } from "./PreferencesSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { XSection } from "./XSection.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  closePage();
});

/** One section of the settings, for a person as the API knows them. */
async function open(
  part: (viewer: FanProfile) => ReactNode,
  answers: Answers = {},
  viewer: FanProfile = fanProfile(),
) {
  const page = openPage(
    <ForViewer part={part} />,
    {
      "GET /api/fan/profile": viewer,
      "GET /api/service/email-uniqueness": { status: true },
      ...answers,
    },
    { at: "/settings" },
  );
  await screen.findAllByRole("heading");
  return page;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const button = (name: string) => screen.getByRole("button", { name });
const wrongPassword: Reply = {
  status: 422,
  body: {
    code: "invalid",
    message: "",
    errors: { current_password: ["This isn’t your current password."] },
  },
};

/** Presses again and again until it is answered. */
async function pressOften(page: Awaited<ReturnType<typeof open>>, name: string, answer: () => void) {
  await page.user.dblClick(button(name));
  await page.user.click(button(name));
  answer();
}

test("R-ACCT-01, R-ACCT-02, R-ACCT-04, R-ERR-33: the email stands in its field, is changed by the password, and once", async () => {
  const store = "POST /api/fan/store-email/{user_id}";
  const answered = Promise.withResolvers<Reply>();
  const replies = [wrongPassword, answered.promise];
  const page = await open((viewer) => <EmailSection viewer={viewer} />, {
    [store]: () => replies.shift() ?? { status: 0 },
  });
  expect(field("Email address").value).toBe("jo@example.test");
  expect(screen.getByText("Confirmed")).toBeTruthy();
  type("Email address", "new@example.test");
  type("Current password", "not it");
  await waitFor(() => expect(button("Save email")).toHaveProperty("disabled", false));
  await page.user.click(button("Save email"));
  await screen.findByText("This isn’t your current password.");
  expect(field("Email address").value).toBe("new@example.test");
  type("Current password", "it");
  const changed = fanProfile({ email: "new@example.test", validation: "waiting" });
  await pressOften(page, "Save email", () => answered.resolve({ status: 200, body: changed }));
  await waitFor(() => expect(page.toasts()).toEqual(["Email saved"]));
  expect(page.callsOf(store)).toHaveLength(2);
  expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(0);
  expect(screen.getByText("Not confirmed yet")).toBeTruthy();
});

test("R-ACCT-01: an address that is changed elsewhere stands in the form, unless another one is being typed there", async () => {
  await open((viewer) => <EmailSection viewer={viewer} />);
  const becomes = (email: string) =>
    browserQueryClient().setQueryData(profileQuery.queryKey, fanProfile({ email }));
  becomes("right@example.test");
  await waitFor(() => expect(field("Email address").value).toBe("right@example.test"));
  type("Email address", "jo@example.test");
  await waitFor(() => expect(button("Save email")).toHaveProperty("disabled", false));
  becomes("jo@example.test");
  await waitFor(() => expect(button("Save email")).toHaveProperty("disabled", true));
  type("Email address", "mine@example.test");
  becomes("other@example.test");
  await waitFor(() => expect(button("Save email")).toHaveProperty("disabled", false));
  expect(field("Email address").value).toBe("mine@example.test");
});

test("R-ACCT-09, R-AUTH-09, R-ERR-35: the password is changed once, and empty fields are named", async () => {
  const store = "POST /api/fan/store-password/{id}";
  const answered = Promise.withResolvers<Reply>();
  const page = await open((viewer) => <PasswordSection viewer={viewer} />, {
    [store]: () => answered.promise,
  });
  await page.user.click(button("Save password"));
  expect((await screen.findAllByText("required field")).length).toBeGreaterThan(0);
  expect(page.callsOf(store)).toEqual([]);
  type("Current password", "it");
  for (const label of ["New password", "New password again"]) type(label, "a second lamp at noon");
  await pressOften(page, "Save password", () => answered.resolve({ status: 200, body: {} }));
  await waitFor(() => expect(page.toasts()).toEqual(["Password saved"]));
  expect(page.callsOf(store)).toHaveLength(1);
  expect(field("New password").value).toBe("");
  expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(0);
});

test("R-ACCT-09, R-OPEN-05: what a new password has logged out stands no longer among the sessions", async () => {
  const here = { id: "1", current: true, browser: "Firefox", system: "Linux" };
  const sessions = [{ ...here, last_used_at: "2026-11-22T12:00:00.000Z" }];
  const page = await open(
    (viewer) => (
      <>
        <PasswordSection viewer={viewer} />
        <SessionsSection viewer={viewer} />
      </>
    ),
    {
      "GET /api/fan/sessions": inTurn(
        { status: 200, body: { data: [...sessions, { ...sessions[0], id: "2", current: false }] } },
        { status: 200, body: { data: sessions } },
      ),
      "POST /api/fan/store-password/{id}": () => ({ status: 200, body: {} }),
    },
  );
  await screen.findByRole("button", { name: "Log out everywhere else" });
  type("Current password", "it");
  for (const label of ["New password", "New password again"]) type(label, "a second lamp at noon");
  await page.user.click(button("Save password"));
  await screen.findByText("You’re only logged in here.");
});

test("R-ACCT-18, R-ERR-01: notices are switched once per answer; a refusal says its status, and nothing has changed", async () => {
  const turn = "POST /api/fan/turn-notification";
  const answered = Promise.withResolvers<Reply>();
  const replies = [{ status: 500, body: { code: "internal", message: "broken" } }, answered.promise];
  const page = await open((viewer) => <PreferencesSection viewer={viewer} />, {
    [turn]: () => replies.shift() ?? { status: 0 },
  });
  const checked = () => screen.getByRole("switch").getAttribute("aria-checked");
  await page.user.click(screen.getByRole("switch"));
  await waitFor(() => expect(page.toasts()).toEqual(["Error 500: broken"]));
  expect(checked()).toBe("true");
  await page.user.dblClick(screen.getByRole("switch"));
  answered.resolve({ status: 200, body: fanProfile({ is_block_notification: true }) });
  await waitFor(() => expect(page.toasts().at(-1)).toBe("Notifications off"));
  expect(checked()).toBe("false");
  expect(page.callsOf(turn).map(({ body }) => body)).toEqual([
    { is_block_notification: true },
    { is_block_notification: true },
  ]);
});

test("R-OPEN-05: other sessions end by the password only", async () => {
  const end = "POST /api/fan/end-sessions";
  const here = {
    id: "1",
    current: true,
    browser: "Firefox",
    system: "Linux",
    last_used_at: "2026-11-22T12:00:00.000Z",
  };
  const there = { ...here, id: "2", current: false };
  const page = await open((viewer) => <SessionsSection viewer={viewer} />, {
    "GET /api/fan/sessions": inTurn(
      { status: 200, body: { data: [here, there] } },
      { status: 200, body: { data: [here] } },
    ),
    [end]: inTurn(wrongPassword, { status: 200, body: { ended: 1 } }),
  });
  await page.user.click(await screen.findByRole("button", { name: "Log out everywhere else" }));
  const dialog = await screen.findByRole("dialog");
  const confirm = within(dialog).getByRole("button", { name: "Log out" });
  await page.user.click(confirm);
  await screen.findByText("required field");
  expect(page.callsOf(end)).toEqual([]);
  type("Current password", "not it");
  await page.user.click(confirm);
  await screen.findByText("This isn’t your current password.");
  type("Current password", "it");
  await page.user.click(confirm);
  await screen.findByText("You’re only logged in here.");
  expect(page.toasts()).toEqual(["Logged out everywhere else"]);
  expect(page.callsOf(end).at(-1)?.body).toMatchObject({ keep_current: true, current_password: "it" });
});

test("R-REF-02, R-REF-03, R-ERR-27, R-AMB-39: the link that invites has the fan's id and is copied as such", async () => {
  const page = openPage(<InviteDialog fanId={7} open onClose={() => {}} />, {});
  await page.user.click(button("Copy link"));
  await waitFor(() => expect(page.toasts()).toEqual(["link has been copied"]));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/register?referrer=7`);
  expect(field("Your link").value).toBe(`${location.origin}/register?referrer=7`);
});

test("R-REF-03, R-ERR-13: a clipboard that refuses is shown as Error", async () => {
  const page = openPage(<InviteDialog fanId={7} open onClose={() => {}} />, {});
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
  await page.user.click(button("Copy link"));
  await waitFor(() => expect(page.toasts()).toEqual(["Error"]));
});

test("R-ACCT-11, R-ERR-36: X is disconnected by one press, once, without giving a password, and said so", async () => {
  const disconnect = "POST /api/fan/disconnect-twitter";
  const answered = Promise.withResolvers<Reply>();
  const refused = { status: 409, body: { code: "only_address", message: "Add an email first." } };
  const replies = [refused, answered.promise];
  const page = await open(
    (viewer) => <XSection viewer={viewer} />,
    { [disconnect]: () => replies.shift() ?? { status: 0 } },
    fanProfile({ twitter: "jo_x" }),
  );
  expect(screen.getByText("Connected as @jo_x")).toBeTruthy();
  await page.user.click(button("Disconnect"));
  await waitFor(() => expect(page.toasts()).toEqual(["Add an email first."]));
  await pressOften(page, "Disconnect", () => answered.resolve({ status: 200, body: fanProfile() }));
  await screen.findByRole("link", { name: "Connect X" });
  expect(page.toasts()).toContain("Twitter (X) account disconnected");
  expect(page.callsOf(disconnect)).toHaveLength(2);
});

test.each([
  [{ has_password: false }, "X is your only way to log in. Set a password before you disconnect it."],
  [{ email: "" }, /^Add an email before you disconnect X/],
] as const)("R-ACCT-11, R-API-47: X stays as long as it is needed: %o", async (lacking, text) => {
  await open((viewer) => <XSection viewer={viewer} />, {}, fanProfile({ twitter: "jo_x", ...lacking }));
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("R-ACCT-19, R-ACCT-21, R-ERR-37: an account is deleted after one question and its password, and this browser knows nobody", async () => {
  const block = "POST /api/fan/block-user";
  const page = await open(
    (viewer) => <DeleteSection viewer={viewer} />,
    { [block]: inTurn(wrongPassword, { status: 204 }) },
    fanProfile({ balance: 30 }),
  );
  await page.user.click(button("Delete my account"));
  const dialog = await screen.findByRole("dialog", { name: "Delete your account?" });
  expect(dialog.textContent).toContain("Accounting law requires it");
  expect(dialog.textContent).toContain("You still have 30 tokens. You lose them if you continue.");
  await page.user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await page.user.click(button("Delete my account"));
  type("Current password", "not it");
  await page.user.click(button("Delete account"));
  await screen.findByText("This isn’t your current password.");
  type("Current password", "it");
  await page.user.click(button("Delete account"));
  await waitFor(() => expect(page.path()).toBe("/"));
  expect(page.toasts()).toEqual(["Account closed"]);
  await waitFor(() => expect(document.cookie).not.toMatch(/token=.|fan_id=./));
});

test("R-ACCT-19, R-SUB-03: before an account is deleted the running subscription and what was bought are named", async () => {
  const list = (data: object[], last_page = 1) => ({
    data,
    links: { next: null },
    meta: { current_page: 1, last_page },
  });
  const luna = { id: 1, name: "Luna", expire_at: "2099-12-12T12:00:00.000Z", canceled_at: null };
  const past = { id: 2, name: "Sol", expire_at: "2020-12-12T12:00:00.000Z", canceled_at: null };
  const page = await open((viewer) => <DeleteSection viewer={viewer} />, {
    "GET /api/fan/subscriptions-models": list([luna, past]),
    "GET /api/videos-purchased": list([{}, {}], 2),
    "GET /api/fan/purchased-posts": list([{}]),
    "GET /api/get-chat-purchased-content": list([]),
  } as Answers);
  await page.user.click(button("Delete my account"));
  await screen.findByText("Subscription to Luna, paid until Dec 12, 2099");
  const named = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(named.slice(1)).toEqual(["Videos bought: 2+", "Posts bought: 1"]);
  expect(screen.getByText(/you can’t open what you bought/)).toBeTruthy();
});

test("R-ACCT-19, R-OPEN-15: a model is shown what goes with the account; whose account another tab has deleted is led to the login", async () => {
  const model = fanProfile({ role: "model" });
  const page = await open(
    (viewer) => <DeleteSection viewer={viewer} />,
    { "POST /api/fan/block-user": () => ({ status: 401, body: { code: "unauthenticated", message: "" } }) },
    model,
  );
  await page.user.click(button("Delete my account"));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("your room closes, and your page disappears from lists and search");
  type("Current password", "it");
  await page.user.click(button("Delete account"));
  await waitFor(() => expect(page.path()).toBe("/login"));
});
