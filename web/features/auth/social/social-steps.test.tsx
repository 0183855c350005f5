// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { keepClaim, readClaim, type SocialClaim } from "#web/entities/account/social-sign-in.ts";
import { SocialSteps } from "./SocialSteps.tsx";

const claim = { claim: "secret", handle: "jo_x" };
const newcomer: SocialClaim = { ...claim, kind: "newcomer", login: "jox", email: "jo@x.test" };
const session = { accessToken: "a.b.c", fan_id: 7, expiresIn: 3_600, role: "fan" };

afterEach(() => {
  closePage();
  accountFlags.set({ confirmRegistration: false, confirmEmail: false });
});

type Arrival = { waiting?: SocialClaim; viewer?: FanProfile | null; at?: string; language?: "en" | "es" };

/** The page to which X led back, with what the return left in the tab. */
function comeBack({ waiting, viewer = null, ...options }: Arrival, answers: Answers = {}) {
  if (waiting) keepClaim(waiting);
  return openPage(
    <SocialSteps />,
    {
      "GET /api/fan/profile": viewer ?? fanProfile(),
      "GET /api/service/login-uniqueness": { status: true },
      ...answers,
    },
    { signedIn: viewer !== null, ...options },
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

test("R-AUTH-17, R-OPEN-10: a newcomer gives three consents, and one account is opened however often it is pressed", async () => {
  const register = "POST /auth/twitter/register";
  const answered = Promise.withResolvers<Reply>();
  const page = comeBack({ waiting: newcomer, at: "/trending" }, { [register]: () => answered.promise });
  const modal = await screen.findByRole("dialog", { name: "One more step" });
  expect(within(modal).getByLabelText<HTMLInputElement>("Username").value).toBe("jox");
  expect(modal.textContent).toContain("Your email: jo@x.test");
  await page.user.click(button("Create account"));
  await waitFor(() => expect(within(modal).getAllByText("please accept to continue")).toHaveLength(3));
  expect(page.callsOf(register)).toEqual([]);
  for (const box of within(modal).getAllByRole("checkbox")) fireEvent.click(box);
  await page.user.dblClick(button("Create account"));
  await page.user.click(button("Create account"));
  answered.resolve({ status: 201, body: session });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(page.callsOf(register).map(({ body }) => body)).toEqual([
    {
      claim: "secret",
      login: "jox",
      language: "en",
      over_18: true,
      accept_terms: true,
      accept_privacy: true,
    },
  ]);
  expect(page.path()).toBe("/");
  expect(readClaim()).toBeNull();
});

test("R-AUTH-06, R-REF-04: who came by an invitation and logs in with X from another page is still invited", async () => {
  const register = "POST /auth/twitter/register";
  document.cookie = "referrer=42; Path=/";
  const page = comeBack({ waiting: newcomer }, { [register]: () => ({ status: 201, body: session }) });
  await screen.findByRole("dialog", { name: "One more step" });
  for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
  await page.user.click(button("Create account"));
  await waitFor(() => expect(page.callsOf(register)[0]?.body).toMatchObject({ referrer: 42 }));
  await waitFor(() => expect(document.cookie).not.toContain("referrer=42"));
});

test("R-OPEN-10, R-AUTH-37: a newcomer without email is asked for one as soon as there is an account", async () => {
  const waiting: SocialClaim = { ...newcomer, email: null };
  const page = comeBack(
    { waiting },
    { "POST /auth/twitter/register": () => ({ status: 201, body: session }) },
  );
  const modal = await screen.findByRole("dialog", { name: "One more step" });
  expect(modal.textContent).toContain("You can add your email after this.");
  for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
  await page.user.click(button("Create account"));
  await waitFor(() => expect(accountFlags.get().confirmEmail).toBe(true));
});

test.each([
  ["en", "loginFalse", "We could not connect to Twitter (X). Please try again, or sign up with your email."],
  ["es", "loginFalse", "No pudimos conectar con Twitter (X). Inténtalo de nuevo o regístrate con tu correo."],
  ["en", "blocked", "This account is blocked."],
  ["en", "tooMany", "Too many attempts. Please wait ten minutes and try again."],
  ["es", "tooMany", "Demasiados intentos. Espera diez minutos e inténtalo de nuevo."],
  ["en", "otherAccount", "That X account isn’t the one connected here."],
] as const)(
  "R-AUTH-18, R-ACCT-22, R-ERR-23, R-AMB-38: who comes back without a session is shown why once, and the address keeps the rest of its query (%s, %s)",
  async (language, outcome, text) => {
    const page = comeBack({ at: `/register?referrer=7&twitter=${outcome}`, language });
    const modal = await screen.findByRole("dialog", { name: language === "en" ? "Oops" : "Ups" });
    expect(modal.textContent).toContain(text);
    expect(page.path()).toBe("/register?referrer=7");
    await page.user.click(within(modal).getByRole("button", { name: language === "en" ? "OK" : "Aceptar" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await page.go("/login");
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

test("R-OPEN-10: who is signed in and comes back from X as a stranger is shown that, and offered no second account", async () => {
  const page = comeBack({ waiting: newcomer, viewer: fanProfile(), at: "/settings" });
  const modal = await screen.findByRole("dialog", { name: "Oops" });
  expect(modal.textContent).toContain("That X account isn’t the one connected here.");
  expect(readClaim()).toBeNull();
  await page.user.click(within(modal).getByRole("button", { name: "OK" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(page.path()).toBe("/settings");
});

test("R-OPEN-10: the email of an account opens nothing by X; its owner signs in first, and is then asked for the password", async () => {
  const waiting: SocialClaim = { ...claim, kind: "email_known" };
  const guest = comeBack({ waiting, at: "/login" });
  const modal = await screen.findByRole("dialog", { name: "You already have an account" });
  expect(modal.textContent).toContain("@jo_x");
  await guest.user.click(within(modal).getByRole("button", { name: "OK" }));
  expect(readClaim()).toEqual(waiting);
  guest.close();

  const connect = "POST /api/fan/connect-twitter";
  const wrong = {
    code: "invalid",
    message: "",
    errors: { current_password: ["This isn’t your current password."] },
  };
  const owner = comeBack(
    { waiting, viewer: fanProfile() },
    {
      [connect]: inTurn({ status: 422, body: wrong }, { status: 200, body: fanProfile({ twitter: "jo_x" }) }),
    },
  );
  await screen.findByRole("dialog", { name: "Connect X" });
  type("Current password", "not it");
  await owner.user.click(button("Connect"));
  await screen.findByText("This isn’t your current password.");
  type("Current password", "it");
  await owner.user.click(button("Connect"));
  await waitFor(() => expect(owner.toasts()).toEqual(["Twitter (X) account connected"]));
  expect(owner.callsOf(connect).at(-1)?.body).toMatchObject({ claim: "secret", current_password: "it" });
  expect(readClaim()).toBeNull();
});

test("R-ACCT-11: an identity on X that belongs to another account is not connected, in the server's words", async () => {
  const message = "This X account is already connected to another account.";
  const page = comeBack(
    { waiting: { ...claim, kind: "connect" }, viewer: fanProfile(), at: "/contact" },
    { "POST /api/fan/connect-twitter": () => ({ status: 409, body: { code: "taken", message } }) },
  );
  await screen.findByRole("dialog", { name: "Connect X" });
  type("Current password", "it");
  await page.user.click(button("Connect"));
  await waitFor(() => expect(page.toasts()).toEqual([message]));
  expect(page.path()).toBe("/contact");
  expect(readClaim()).toBeNull();
});

test("OWASP ASVS 6.3.4: who comes by X is asked for the code before there is a session", async () => {
  const step = "POST /auth/twitter/second-factor";
  const wrong = { code: "wrong_code", message: "This code is wrong or was used." };
  const page = comeBack(
    { waiting: { ...claim, kind: "second_factor" } },
    { [step]: inTurn({ status: 401, body: wrong }, { status: 200, body: session }) },
  );
  const modal = await screen.findByRole("dialog", { name: "Enter your code" });
  expect(modal.textContent).toContain("You logged in as @jo_x.");
  type("6-digit code from your app", "000000");
  await page.user.click(button("Log in"));
  await screen.findByText(wrong.message);
  expect(document.cookie).not.toContain("token=");
  type("6-digit code from your app", "123456");
  await page.user.click(button("Log in"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(page.callsOf(step).at(-1)?.body).toEqual({ claim: "secret", one_time_code: "123456" });
  expect(document.cookie).toContain("token=");
});
