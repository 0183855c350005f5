// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { defaultPageConfig, PageConfigProvider } from "#web/lib/page/page-config.ts";
import { signInByForm } from "./form-actions.ts";
import { LoginPanel } from "./LoginPanel.tsx";
import { LostPasswordPanel } from "./LostPasswordPanel.tsx";
import { NewPasswordPanel } from "./NewPasswordPanel.tsx";
import { RegisterPanel } from "./RegisterPanel.tsx";

const session = { accessToken: "a.b.c", fan_id: 7, expiresIn: 3_600, role: "fan" };
const free = { status: true };
const asGuest = { signedIn: false };

afterEach(closePage);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const button = (name: string) => screen.getByRole("button", { name });

/** Presses as somebody does who believes that the first press did nothing, before and after the answer. */
async function pressOften({ user }: ReturnType<typeof openPage>, name: string, answer: () => void) {
  await user.dblClick(button(name));
  await user.click(button(name));
  expect(button(name).getAttribute("aria-busy")).toBe("true");
  answer();
}

test.each([
  ["en", "Log in", "Username or email", "Password", "Log in"],
  ["es", "Entrar", "Usuario o correo", "Contraseña", "Entrar"],
] as const)("R-ROUTE-11: a guest finds the login form (%s)", (language, title, ...rest) => {
  openPage(<LoginPanel />, {}, { ...asGuest, language });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  const [user = "", password = "", submit = ""] = rest;
  for (const label of [user, password]) expect(field(label)).toHaveProperty("readOnly", false);
  expect(button(submit)).toHaveProperty("disabled", false);
});

test("R-AUTH-01: the login says log in, log in with twitter, forgot password and sign up, each of which leads there", () => {
  const config = { ...defaultPageConfig, twitter: true };
  openPage(
    <PageConfigProvider value={config}>
      <LoginPanel />
    </PageConfigProvider>,
    {},
    asGuest,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Log in");
  expect(button("Log in")).toHaveProperty("type", "submit");
  for (const [name, address] of [
    ["log in with twitter", /^\/auth\/twitter/],
    ["Forgot password?", /^\/lost-password$/],
    ["Sign up", /^\/register$/],
  ] as const)
    expect(screen.getByRole("link", { name }).getAttribute("href")).toMatch(address);
});

test.each([
  ["en", "Sign up", ["Username", "Email", "Password", "Password again"], "Create account"],
  ["es", "Crear cuenta", ["Usuario", "Correo", "Contraseña", "Repite la contraseña"], "Crear cuenta"],
] as const)("R-ROUTE-12: a guest finds the registration form (%s)", (language, title, labels, submit) => {
  openPage(<RegisterPanel model={false} referrer={null} />, {}, { ...asGuest, language });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  for (const label of labels) expect(field(label)).toHaveProperty("readOnly", false);
  expect(button(submit)).toHaveProperty("disabled", false);
});

test("R-ROUTE-12: a sign-up that is pressed again and again opens one account and no error", async () => {
  const answered = Promise.withResolvers<Reply>();
  const register = "POST /auth/register";
  const page = openPage(
    <RegisterPanel model={false} referrer={null} />,
    {
      [register]: () => answered.promise,
      "GET /api/service/login-uniqueness": free,
      "GET /api/service/email-uniqueness": free,
      "GET /api/fan/profile": fanProfile(),
    },
    { ...asGuest, at: "/register" },
  );
  type("Username", "jo7");
  type("Email", "jo@example.test");
  for (const label of ["Password", "Password again"]) type(label, "lamplight at noon");
  for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
  await pressOften(page, "Create account", () => answered.resolve({ status: 201, body: session }));
  await waitFor(() => expect(page.path()).toBe("/"));
  expect(page.callsOf(register)).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

const ask = "POST /auth/password/email";

/** The page of a forgotten password, asked for a link. */
async function askForLink(answers: Answers) {
  const page = openPage(<LostPasswordPanel />, answers, { ...asGuest, at: "/lost-password" });
  type("Email", "jo@example.test");
  return page;
}

test("R-AUTH-15, R-ERR-28, R-OPEN-95: a link is asked for once, however often it is pressed, and what is said names no account", async () => {
  const answered = Promise.withResolvers<Reply>();
  const page = await askForLink({ [ask]: () => answered.promise });
  await pressOften(page, "Send link", () => answered.resolve({ status: 200, body: {} }));
  await screen.findByRole("heading", { name: "Check your email" });
  expect(page.toasts()).toEqual(["Password reset link emailed"]);
  expect(screen.getByText(/^If jo@example.test belongs to an account, we sent a link\./)).toBeTruthy();
  expect(screen.getByText(/in 5 minutes\? Check your spam folder/)).toBeTruthy();
  expect(page.callsOf(ask)).toHaveLength(1);
});

test("R-AUTH-15: a request for a link that is refused or lost says so and keeps the address", async () => {
  const wait = { code: "too_many", message: "You can ask for one link a minute." };
  const page = await askForLink({ [ask]: inTurn({ status: 429, body: wait }, { status: 0 }) });
  for (const errorId of [wait.message, /^The server didn’t answer\./]) {
    await page.user.click(button("Send link"));
    await screen.findByText(errorId);
    expect(field("Email").value).toBe("jo@example.test");
  }
});

const reset = "POST /auth/password/reset";

function openLink(answers: Answers) {
  const page = openPage(<NewPasswordPanel token="t" email="jo@example.test" />, answers, {
    ...asGuest,
    at: "/lost-password?token=t",
  });
  const choose = (password: string, again = password) => {
    type("New password", password);
    type("New password again", again);
  };
  return { ...page, choose };
}

test("R-AUTH-16, R-ACCT-10: a new password is typed twice alike, saved once however often it is pressed, and leads to the login", async () => {
  const answered = Promise.withResolvers<Reply>();
  const page = openLink({ [reset]: () => answered.promise });
  page.choose("battery staple", "something else");
  await page.user.click(button("Save password"));
  await screen.findByText("passwords must be identical");
  expect(page.callsOf(reset)).toEqual([]);
  page.choose("battery staple");
  await pressOften(page, "Save password", () => answered.resolve({ status: 200, body: {} }));
  await waitFor(() => expect(page.path()).toBe("/login"));
  expect(page.callsOf(reset).map(({ body }) => body)).toEqual([
    {
      token: "t",
      email: "jo@example.test",
      password: "battery staple",
      password_confirmation: "battery staple",
    },
  ]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("R-OPEN-08: a link that is dead says so and offers another", async () => {
  const page = openLink({
    [reset]: () => ({ status: 422, body: { code: "dead", message: "", errors: {} } }),
  });
  page.choose("third password");
  await page.user.click(button("Save password"));
  await screen.findByRole("heading", { name: "This link no longer works" });
  expect(screen.getByRole("link", { name: "Ask for a new link" }).getAttribute("href")).toBe(
    "/lost-password",
  );
});

test("OWASP ASVS 6.3.3: a right password leads to the code, a wrong code is said there, and a recovery code stands in for it", async () => {
  const login = "POST /api/web_login";
  const needed = { code: "second_factor_required", message: "" };
  const wrong = { code: "wrong_code", message: "This code is wrong or was used." };
  const page = openPage(
    <LoginPanel />,
    {
      [login]: inTurn(
        { status: 401, body: needed },
        { status: 401, body: wrong },
        { status: 200, body: session },
      ),
      "GET /api/fan/profile": fanProfile(),
    },
    { ...asGuest, at: "/login" },
  );
  type("Username or email", "jo");
  type("Password", "secret1");
  await page.user.click(button("Log in"));
  await screen.findByRole("heading", { name: "Enter your code" });
  type("6-digit code from your app", "000000");
  await page.user.click(button("Log in"));
  await screen.findByText(wrong.message);
  expect(page.path()).toBe("/login");
  await page.user.click(button("Use a recovery code instead"));
  type("Recovery code", "k7f2-9xqm-4trw");
  await page.user.click(button("Log in"));
  await waitFor(() => expect(page.path()).toBe("/"));
  expect(page.callsOf(login).at(-1)?.body).toEqual({
    login: "jo",
    password: "secret1",
    one_time_code: "k7f2-9xqm-4trw",
  });
});

/** The login after its plain form was answered by these words of the API. */
async function openAnsweredForm(status: number, body: object, answers: Answers = {}) {
  const form = new URLSearchParams({ login: "jo", password: "secret1", one_time_code: "000000" });
  const request = new Request("http://fanlight.example/login", { method: "POST", body: form });
  const known = { api: { call: async () => ({ status, body }) } };
  const sent = await signInByForm({ request, context: { get: () => known } as never });
  if (sent instanceof Response) throw new Error("the form signed in");
  return openPage(<LoginPanel refused={sent.data} />, answers, { ...asGuest, at: "/login" });
}

const wrongCode = {
  code: "wrong_code",
  message: "This code is wrong or was used.",
  errors: { one_time_code: ["This code is wrong or was used."] },
};

test("OWASP ASVS 6.3.3: a plain form with the right password is asked for the code, and called wrong in nothing", async () => {
  const needed = { code: "second_factor_required", message: "Please enter the code from your app, too." };
  await openAnsweredForm(401, needed);
  expect(screen.getByText(needed.message)).toBeTruthy();
  expect(screen.queryByText("Wrong username or password")).toBeNull();
  expect(field("6-digit code from your app").value).toBe("");
});

test("OWASP ASVS 6.3.3: a plain form with a wrong code says so at the code, before and after the page is hydrated", async () => {
  const page = await openAnsweredForm(401, wrongCode, {
    "POST /api/web_login": inTurn(
      { status: 401, body: wrongCode },
      { status: 401, body: { code: "wrong_pair", message: "" } },
    ),
  });
  const errorId = () => field("6-digit code from your app").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(errorId())?.textContent).toBe(wrongCode.message);
  type("Password", "secret1");
  type("6-digit code from your app", "111111");
  await page.user.click(button("Log in"));
  await waitFor(() => expect(page.callsOf("POST /api/web_login")).toHaveLength(1));
  await waitFor(() => expect(button("Log in").getAttribute("aria-busy")).not.toBe("true"));
  expect(document.getElementById(errorId())?.textContent).toBe(wrongCode.message);
  expect(screen.queryByText("Wrong username or password")).toBeNull();
  await page.user.click(button("Log in"));
  await screen.findByText("Wrong username or password");
});

test.each([
  ["en", /^Your browser blocks cookies/],
  ["es", /^Tu navegador bloquea las cookies/],
] as const)(
  "where the browser refuses cookies, the login says why nobody stays signed in (%s)",
  async (language, text) => {
    vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
    openPage(<LoginPanel />, {}, { signedIn: false, language });
    expect(await screen.findByText(text)).toBeTruthy();
    vi.restoreAllMocks();
  },
);
