import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import type { z } from "zod";
import type { statementRow } from "#contract/wallet.ts";
import { demoPassword } from "#testing/pages/page-request.ts";
import { type Visitor, visitPage } from "./visitor.ts";

export type Newcomer = { login: string; email: string; password: string };
export type StatementRow = z.output<typeof statementRow>;

let newcomers = 0;

/** A name that nobody has yet. */
export function newcomer(): Newcomer {
  newcomers++;
  const login = `fan${Date.now().toString(36)}${newcomers}`;
  return { login, email: `${login}@example.test`, password: `lamplight at noon ${login}` };
}

/** Fills in the sign-up form that is on screen, gives the three consents and creates the account. */
export async function signUp(visitor: Visitor, person = newcomer()): Promise<Newcomer> {
  const { page, words } = visitor;
  await fillSignUp(visitor, person);
  await page.getByRole("button", { name: words("auth_register_submit") }).click();
  return person;
}

/** Fills in the sign-up form that is on screen and gives the three consents. */
export async function fillSignUp({ page, words }: Visitor, person: Newcomer): Promise<void> {
  await expect(page.getByRole("button", { name: words("auth_register_submit") })).toBeVisible();
  await page.getByLabel(words("auth_login_name"), { exact: true }).fill(person.login);
  await page.getByLabel(words("auth_email"), { exact: true }).fill(person.email);
  await page.getByLabel(words("auth_password"), { exact: true }).fill(person.password);
  await page.getByLabel(words("auth_password_again"), { exact: true }).fill(person.password);
  for (const consent of ["auth_over_18", "auth_accept_terms", "auth_accept_privacy"])
    await page.getByRole("checkbox", { name: words(consent) }).check();
}

/** Signs in at `/login` and waits until the page has gone on. */
export async function logIn({ page, words }: Visitor, login: string, password = demoPassword): Promise<void> {
  await visitPage(page, "/login");
  await page.getByLabel(words("auth_user")).fill(login);
  await page.getByLabel(words("auth_password"), { exact: true }).fill(password);
  await page
    .getByRole("main")
    .getByRole("button", { name: words("auth_login_submit") })
    .click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** The fan's balance as the page shows it: in the header, or over the picture on phones. */
export function shownBalance({ page }: Visitor): Locator {
  return page.locator("[data-testid=balance]:visible, [data-balance]:visible").first();
}

/** The statement of the fan who is signed in, newest first. */
export async function statementOf(visitor: Visitor): Promise<StatementRow[]> {
  const answer = await visitor.page.request.get("/api/wallet/statement", { headers: await bearer(visitor) });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: StatementRow[] }).data;
}

/** The authorisation of the person who is signed in, for a call beside the page. */
export async function bearer({ page }: Visitor): Promise<{ authorization: string }> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === "token")?.value;
  expect(token, "somebody is signed in").toBeTruthy();
  return { authorization: `Bearer ${token}` };
}

/** Gives the visitor's browser the session of an account without the form; the next page load is theirs. */
export async function signInQuietly(
  { page }: Visitor,
  login: string,
  password = demoPassword,
): Promise<void> {
  const answer = await page.request.post("/api/web_login", { data: { login, password } });
  expect(answer.status(), `signing in as ${login}`).toBe(200);
  await keepSession(page, (await answer.json()) as SessionAnswer);
}

/** Opens an account without the form, with `more` in it, and gives the visitor's browser its session. */
export async function signUpQuietly(
  { page, language }: Visitor,
  person = newcomer(),
  more: object = {},
): Promise<Newcomer> {
  const consents = { over_18: true, accept_terms: true, accept_privacy: true };
  const answer = await page.request.post("/auth/register", {
    data: { ...person, password_confirmation: person.password, ...consents, language, ...more },
  });
  expect(answer.status(), `signing up as ${person.login}`).toBe(201);
  await keepSession(page, (await answer.json()) as SessionAnswer);
  return person;
}

/** Registers a model, gives everything that their page needs, and has staff approve it. */
export async function signUpListedModel(visitor: Visitor, person = newcomer()): Promise<Newcomer> {
  const consent = { model: true, accept_creator_agreement: true };
  await signUpQuietly(visitor, person, consent);
  const { request } = visitor.page;
  const as = await bearer(visitor);
  const post = async (path: string, options: Parameters<typeof request.post>[1], headers = as) => {
    const answer = await request.post(path, { ...options, headers });
    expect(answer.status(), path).toBe(200);
    return answer;
  };
  const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#654" } })
    .png()
    .toBuffer();
  const page = {
    artistic_name: person.login,
    bio: { en: "Hello.", es: "Hola." },
    birth_date: "1999-05-05",
    country: "CO",
    gender_id: 1,
  };
  await post("/api/studio/listing", { data: page });
  await post("/api/studio/listing/picture", {
    multipart: { picture: { name: "me.png", mimeType: "image/png", buffer: picture } },
  });
  await post("/api/studio/rates", { data: { private: 60, vip: 90, spy: 20 } });
  await post("/api/studio/listing/camera", {});
  const { id } = (await (await request.get("/api/fan/profile", { headers: as })).json()) as { id: number };
  await post("/api/studio/listing/submit", {});
  await approve((await request.get("/healthz")).url(), id);
  return person;
}

/** Staff lists a model; not by the visitor's browser, which would be signed in as staff by it. */
async function approve(origin: string, modelId: number): Promise<void> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    const answer = await fetch(new URL(path, origin), { ...init, body: JSON.stringify(body) });
    expect(answer.status, path).toBe(200);
    return answer;
  };
  const signedIn = await post("/api/web_login", { login: "staff", password: demoPassword });
  const { accessToken } = (await signedIn.json()) as SessionAnswer;
  const decision = { reason: "looks good", client_id: crypto.randomUUID() };
  const authorization = `Bearer ${accessToken}`;
  await post(`/api/admin/models/${modelId}/approve`, decision, { authorization });
}

type SessionAnswer = { accessToken: string; fan_id: number };

async function keepSession(page: Page, { accessToken, fan_id }: SessionAnswer): Promise<void> {
  const cookie = { domain: "localhost", path: "/", sameSite: "Lax" as const };
  await page.context().addCookies([
    { ...cookie, name: "token", value: accessToken },
    { ...cookie, name: "fan_id", value: String(fan_id) },
  ]);
}
