import { expect, test } from "vitest";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import { drawSheet } from "#server/kit/pdf/draw-sheet.ts";
import { readPdf } from "#testing/pdf-text.ts";
import { receiptEmail } from "./receipt-email.ts";
import { showReceiptSheet } from "./receipt-sheet.ts";

const receipt: ShowReceipt = {
  show: {
    id: 12,
    model_id: 3,
    slug: "luna",
    mode: "private",
    role: "payer",
    state: "ended",
    pause: null,
    rate: 1_200,
    minimum: 0,
    spies_allowed: true,
    spy_count: 0,
    offer: null,
    cap: null,
    served_seconds: 252,
    spent: 5_040,
    seconds_left: null,
    started_at: "2026-11-21T12:30:00.000Z",
    ended_at: "2026-11-21T12:35:00.000Z",
    end_reason: "model_ended",
  },
  name: "Luna Duarte",
  pauses: [{ reason: "model_media_lost", from: "2026-11-21T12:31:00.000Z", to: "2026-11-21T12:31:48.000Z" }],
  tokens: 5_040,
  money: { amount: 453.6, currency: "USD" },
  transfers: [101, 102, 107],
};

const textOf = async (as: ShowReceipt, language: "en" | "es") => {
  const sheet = showReceiptSheet(as, "nico", language);
  const { pages } = await readPdf(await drawSheet(sheet, new Date("2026-11-21T13:00:00Z")));
  return pages.join(" ").replaceAll(/\s+/g, " ");
};

test("the receipt of a show names in Spanish what was served, charged and not charged, and its transfers", async () => {
  const text = await textOf(receipt, "es");
  for (const part of [
    "Recibo de tu show",
    "N.º 12",
    "Con Luna Duarte",
    "04:12 (252 segundos)",
    "1.200 tokens por minuto",
    "Luna Duarte volvió al modo público",
    "Cobrado 5.040 tokens",
    "$453.60 USD",
    "El video de Luna Duarte se interrumpió: 21 nov 2026, 12:31:00 UTC a 21 nov 2026, 12:31:48 UTC",
    "#101, #102, #107",
  ])
    expect(text).toContain(part);
});

test("one token a minute is named as one, on the sheet and in the email, and so is a minimum of one", async () => {
  const cheap = { ...receipt, show: { ...receipt.show, rate: 1, minimum: 1 }, tokens: 4 };
  expect(await textOf(cheap, "en")).toMatch(/ 1 token a minute .* 1 token .*4 tokens/);
  const mail = receiptEmail({ to: "nico@example.test", language: "es" }, cheap, "https://here.test");
  const email = mail.paragraphs.join(" ");
  expect(email).toContain("minutos a 1 token por minuto. Mínimo acordado: 1 token. Cobrado: 4 tokens");
});

test.each([
  ["en", "at 1,200 tokens a minute.", "Charged: 5,040 tokens, worth"],
  ["es", "a 1.200 tokens por minuto.", "Cobrado: 5.040 tokens, con"],
] as const)("the email of a show groups its tokens as the pages do (%s)", (language, rate, charged) => {
  const mail = receiptEmail({ to: "nico@example.test", language }, receipt, "https://here.test");
  for (const part of [rate, charged]) expect(mail.paragraphs.join(" ")).toContain(part);
});

test("R-OPEN-63: time that was neither served nor a listed pause stands in document and email, unless it is a few seconds", async () => {
  const { show, pauses } = receipt;
  const short = { ...receipt, show: { ...show, served_seconds: 60 } };
  expect(await textOf(short, "en")).toContain("Other moments without video: 03:12");
  expect(await textOf({ ...short, pauses: [] }, "es")).toContain("Otros momentos sin video: 04:00");
  const mail = (as: ShowReceipt) =>
    receiptEmail({ to: "nico@example.test", language: "en" }, as, "https://here.test").paragraphs.join(" ");
  expect(mail(short)).toMatch(/12:31:48 PM; other moments without video, 3:12 in all\./);
  expect(mail({ ...short, pauses: [] })).toContain("Pauses, not charged: other moments without video, 4:00");
  // 252 of 300 seconds served and 48 paused leave nothing; what whole seconds lose is no interruption.
  for (const served_seconds of [252, 248]) {
    const whole = { ...receipt, show: { ...show, served_seconds }, pauses };
    expect(await textOf(whole, "en")).not.toContain("Other moments");
    expect(mail(whole)).not.toContain("other moments");
  }
});

test("the receipt of a running show shows that, and a spy's or a promo's how it ended, in its own words", async () => {
  const { show } = receipt;
  const running = {
    ...receipt,
    show: { ...show, state: "running", ended_at: null, end_reason: null },
  } as const;
  expect(await textOf(running, "en")).toContain("This show is still going on");
  const spy = { ...receipt, show: { ...show, role: "spy", end_reason: "show_over" } } as const;
  expect(await textOf(spy, "en")).toContain("Spying on a private show");
  const ended = { role: "promo", mode: "promo", end_reason: "fan_left", seconds_left: 65 } as const;
  const promo = { ...receipt, tokens: 1, show: { ...show, ...ended } };
  expect(await textOf(promo, "en")).toMatch(/You left\. 01:05 are kept.*Charged 1 token /);
});
