import { expect } from "@playwright/test";
import type { Language, Words } from "#testing/pages/words.ts";
import { wordsIn } from "#testing/pages/words.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { cards, openMonth } from "../checkout.ts";
import { expectFrames } from "../room.ts";
import { adultCookie } from "../visitor.ts";
import type { OtherPage } from "./other-page.ts";

/** Somebody at a browser that Playwright does not drive. */
export type Person = { page: OtherPage; words: Words; open(path: string): Promise<void> };

const dialog = "[role=dialog]";

/** Somebody who reads one language and has certified their age. */
export async function personAt(page: OtherPage, origin: string, language: Language): Promise<Person> {
  const open = (path: string) => page.open(new URL(path, origin).href);
  await open("/robots.txt");
  await page.keepCookie({ name: adultCookie, value: "1" });
  await page.keepCookie({ name: cookieNames.language, value: language });
  return { page, words: wordsIn(language), open };
}

/** Signs in by the form, and waits until the page has gone on. */
export async function signIn({ page, words, open }: Person, login: string, password: string): Promise<void> {
  await open("/login");
  await page.type({ label: words("auth_user") }, login);
  await page.type({ label: words("auth_password") }, password);
  await page.press({ within: "main", role: "button", name: words("auth_login_submit") });
  await expect.poll(() => page.read(() => location.pathname)).not.toBe("/login");
}

const studio = "/model/update-model-profile";

/** Signs a model in, who lands in their studio, and puts their camera on air. */
export async function goLiveAs(model: Person, login: string, password: string): Promise<void> {
  const { page, words } = model;
  await signIn(model, login, password);
  await expect.poll(() => page.read(() => location.pathname)).toBe(studio);
  await page.press({ role: "button", name: words("studio_camera_turn_on") });
  await page.press({ role: "button", name: words("studio_go_live") });
  await page.see({ role: "button", name: words("studio_end") });
}

/** Opens a room and answers how many ms after its address was entered a frame of it was on show. */
export async function openRoom({ page, open }: Person, slug: string): Promise<number> {
  await open(`/stream/${slug}`);
  const firstFrame = await page.read(
    () =>
      new Promise<number>((resolve) => {
        const check = () => {
          const video = document.querySelector<HTMLVideoElement>("[data-stage] video[data-phase]");
          if (video && video.videoWidth > 0 && video.currentTime > 0) resolve(performance.now());
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
  await expectPlays({ page });
  return Math.round(firstFrame);
}

/** Waits until frames of the room are decoded from now on. */
export async function expectPlays({ page }: Pick<Person, "page">): Promise<void> {
  await expectFrames(() =>
    page.read(() => {
      const video = document.querySelector<HTMLVideoElement>("[data-stage] video[data-phase]");
      return Number(video?.dataset.framesDecoded ?? 0);
    }),
  );
}

/** Writes a line into the chat, sends it by Enter, and sees it there once. */
export async function talk({ page, words }: Person, text: string): Promise<void> {
  await page.type({ role: "textbox", name: words("chat_input") }, `${text}\n`);
  await expectLine({ page }, text);
}

/** Waits until one line of the chat says this. */
export async function expectLine({ page }: Pick<Person, "page">, text: string): Promise<void> {
  await expect.poll(() => linesWith(page, text)).toBe(1);
}

const linesWith = (page: OtherPage, text: string): Promise<number> =>
  page.read(
    (sought) =>
      [...document.querySelectorAll(".chat-line")].filter((line) => line.textContent.includes(sought)).length,
    text,
  );

/** Buys a package by card: from the plus beside the balance until the tokens are there. */
export async function buy(person: Person, tokens: number): Promise<void> {
  const { page, words } = person;
  await page.press({ role: "button", name: words("nav_buy_tokens") });
  await page.press({ within: dialog, role: "radio", name: `^${tokens} Tokens`, isPattern: true });
  await page.press({ within: dialog, role: "radio", name: words("pay_method_credit") });
  await page.press({ within: dialog, role: "button", name: words("pay_get_tokens") });
  const fields = [
    ["pay_card_number", cards.approves],
    ["pay_expiry", openMonth()],
    ["pay_cvv", "123"],
    ["pay_card_holder", "Jo Example"],
    ["pay_address", "1 Sunset Road"],
    ["pay_city", "Los Angeles"],
    ["pay_zip", "90001"],
  ] as const;
  for (const [key, text] of fields) await page.type({ label: words(key) }, text);
  await page.choose({ label: words("pay_state") }, "CA");
  await page.press({ within: dialog, role: "checkbox" });
  await page.press({ within: dialog, role: "button", name: `^${words("pay_place_order")}`, isPattern: true });
  await expectBalance(person, tokens);
  await expect.poll(() => page.read(() => document.querySelector("[role=dialog]") === null)).toBe(true);
}

/** Tips the room's model with a note, which then stands in the chat with what it gave. */
export async function tip({ page, words }: Person, tokens: number, note: string): Promise<void> {
  await page.press({ role: "button", name: words("room_tip") });
  await page.type({ within: dialog, role: "textbox", name: words("tip_amount_label") }, String(tokens));
  await page.type({ within: dialog, role: "textbox", name: `^${words("tip_note")}`, isPattern: true }, note);
  await page.press({
    within: dialog,
    role: "button",
    name: words("tip_send", { count: tokens, amount: tokens }),
  });
  await expectLine({ page }, note);
}

/** Asks for a private show in a room, and agrees to its terms. */
export async function askPrivateShow({ page, words, open }: Person, slug: string): Promise<void> {
  await open(`/stream/${slug}?show=private`);
  await page.press({ within: dialog, role: "button", name: words("consent_ask_private") });
}

/** Waits until a show plays, and its meter has counted some seconds. */
export async function expectShow({ page }: Person): Promise<void> {
  await page.see({ role: "timer" });
  await expectPlays({ page });
  const counted = () => page.read(() => document.querySelector("[role=timer]")?.textContent ?? "");
  await expect.poll(counted).toMatch(/0:(0[3-9]|[1-5]\d)$/);
}

/** Waits until the balance that is shown is this one. */
export async function expectBalance({ page }: Person, tokens: number): Promise<void> {
  const shown = () =>
    page.read(() => {
      const all = [...document.querySelectorAll<HTMLElement>("[data-testid=balance], [data-balance]")];
      return all.find((each) => each.getClientRects().length > 0)?.textContent ?? "";
    });
  await expect.poll(shown).toBe(String(tokens));
}
