import type { Browser } from "@playwright/test";
import { buyQuietly } from "../../e2e/checkout.ts";
import { startFirefox } from "../../e2e/other-browsers/firefox.ts";
import type { OtherPage } from "../../e2e/other-browsers/other-page.ts";
import { type Person, personAt } from "../../e2e/other-browsers/person.ts";
import { openWebKit } from "../../e2e/other-browsers/webkit.ts";
import { bearer, newcomer, signUpListedModel, signUpQuietly } from "../../e2e/people.ts";
import { arrive } from "../../e2e/visitor.ts";
import { findFirefox, findWebKit } from "../../scripts/find-executable.ts";
import { openChromium } from "./chromium.ts";

/** Nobody waits longer than this for a picture. */
export const givenUpAfterMs = 90_000;

export const browsers = ["Chromium", "Firefox", "WebKitGTK"] as const;
export type BrowserName = (typeof browsers)[number];

/** An account that is signed in: the cookies of its session. */
export type Account = { login: string; cookies: { name: string; value: string }[] };

/** Registers a fan with 500 tokens, or a model who is listed, beside any page that is measured. */
export async function openAccount(browser: Browser, origin: string, kind: "fan" | "model"): Promise<Account> {
  const visitor = await arrive(browser, origin, { baseURL: origin });
  const { login } =
    kind === "model" ? await signUpListedModel(visitor) : await signUpQuietly(visitor, newcomer());
  if (kind === "fan") await buyQuietly(visitor, 500);
  await bearer(visitor);
  const cookies = await visitor.page.context().cookies();
  await visitor.page.context().close();
  return { login, cookies: cookies.map(({ name, value }) => ({ name, value })) };
}

/** Opens a browser for the owner of an account; null: it is not installed. `before` runs in each document first. */
export async function openPerson(
  chromium: Browser,
  name: BrowserName,
  origin: string,
  account: Account,
  before: string,
): Promise<(Person & { close(): Promise<void> }) | null> {
  const opened = await openBrowser(chromium, name, before);
  if (!opened) return null;
  const person = await personAt(opened.page, origin, "en");
  for (const cookie of account.cookies) await opened.page.keepCookie(cookie);
  return { ...person, close: opened.close };
}

type Opened = { page: OtherPage; close(): Promise<void> };

async function openBrowser(chromium: Browser, name: BrowserName, before: string): Promise<Opened | null> {
  if (name === "Chromium") {
    const page = await openChromium(chromium, before);
    return { page, close: () => page.close() };
  }
  if (name === "WebKitGTK") {
    const programs = findWebKit();
    if (!programs) return null;
    const page = await openWebKit(programs, { readWithinMs: givenUpAfterMs });
    return { page, close: () => page.close() };
  }
  const program = findFirefox();
  if (!program) return null;
  // A browser of their own, as nobody shares one at home.
  const firefox = await startFirefox(program);
  const page = await firefox.newPage(undefined, before);
  return { page, close: () => firefox.close() };
}
