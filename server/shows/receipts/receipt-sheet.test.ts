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
    free_seconds: 0,
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
  steps: [{ from: "2026-11-21T12:30:00.000Z", seconds: 252, rate: 1_200, tokens: 5_040 }],
  free_seconds: 0,
  minimum: 0,
  waived: 0,
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
  const step = { from: receipt.show.started_at, seconds: 252, rate: 1, tokens: 4.2 };
  const cheap = {
    ...{ ...receipt, show: { ...receipt.show, rate: 1, minimum: 1 } },
    ...{ steps: [step], tokens: 4 },
  };
  expect(await textOf(cheap, "en")).toMatch(/ Minimum 1 token .* 1 token a minute 4.20 tokens .*4 tokens/);
  const mail = receiptEmail({ to: "nico@example.test", language: "es" }, cheap, "https://here.test");
  const email = mail.paragraphs.join(" ");
  expect(email).toContain("252 segundos a 1 token por minuto: 4,20 tokens.");
  expect(email).toContain("enteros: −0,20 tokens. Mínimo acordado: 1 token. Cobrado: 4 tokens");
});

test.each([
  ["en", "at 1,200 tokens a minute: 5,040 tokens.", "Charged: 5,040 tokens, worth"],
  ["es", "a 1.200 tokens por minuto: 5.040 tokens.", "Cobrado: 5.040 tokens, con"],
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
  expect(mail(short)).toMatch(/12:31:48 PM; other moments without video, 03:12 in total\./);
  expect(mail({ ...short, pauses: [] })).toContain(
    "Pauses (not charged): other moments without video, 04:00",
  );
  // 252 of 300 seconds served and 48 paused leave nothing; what whole seconds lose is no interruption.
  for (const served_seconds of [252, 248]) {
    const whole = { ...receipt, show: { ...show, served_seconds }, pauses };
    expect(await textOf(whole, "en")).not.toContain("Other moments");
    expect(mail(whole)).not.toContain("other moments");
  }
});

test("a pause that began and ended within a second has no line, one that still lasts has", async () => {
  const [pause] = receipt.pauses;
  const short = {
    reason: "fan_media_lost",
    from: "2026-11-21T12:30:00.100Z",
    to: "2026-11-21T12:30:00.900Z",
  } as const;
  const mail = (as: ShowReceipt) =>
    receiptEmail({ to: "nico@example.test", language: "en" }, as, "https://here.test").paragraphs.join(" ");
  const both = { ...receipt, pauses: [short, ...(pause ? [pause] : [])] };
  expect(await textOf(both, "en")).toBe(await textOf(receipt, "en"));
  expect(mail(both)).toBe(mail(receipt));
  const open = { ...receipt, pauses: [{ ...short, to: null }] };
  expect(await textOf(open, "en")).not.toBe(await textOf({ ...receipt, pauses: [] }, "en"));
  // So many of them are a time without video all the same.
  const flickers = Array.from({ length: 20 }, () => short);
  const flickering = { ...receipt, show: { ...receipt.show, served_seconds: 282 }, pauses: flickers };
  expect(await textOf(flickering, "en")).toContain("Other moments without video: 00:18");
});

test("the receipt of a running show shows that, and a spy's or a promo's how it ended, in its own words", async () => {
  const { show } = receipt;
  const running = {
    ...receipt,
    show: { ...show, state: "running", ended_at: null, end_reason: null },
  } as const;
  expect(await textOf(running, "en")).toContain("This show is still running");
  const spy = { ...receipt, show: { ...show, role: "spy", end_reason: "show_over" } } as const;
  expect(await textOf(spy, "en")).toContain("Spying on a private show");
  const ended = { role: "promo", mode: "promo", end_reason: "fan_left", seconds_left: 65 } as const;
  const promo = { ...receipt, tokens: 1, show: { ...show, ...ended } };
  expect(await textOf(promo, "en")).toMatch(/How it ended You keep 01:05 of your promo\..*Charged 1 token /);
});

const from = "2026-11-21T12:30:00.000Z";
const priced = (change: Partial<ShowReceipt>, served_seconds: number): ShowReceipt => ({
  ...receipt,
  show: { ...receipt.show, rate: 60, served_seconds },
  ...change,
});
const raised = [
  { from, seconds: 90, rate: 40, tokens: 60 },
  { from, seconds: 21, rate: 60, tokens: 21 },
];

test.each<[string, ShowReceipt, string[]]>([
  [
    "a raise",
    priced({ steps: raised, tokens: 81 }, 111),
    ["90 seconds at 40 tokens a minute|60 tokens", "21 seconds at 60 tokens a minute|21 tokens"],
  ],
  [
    "a spy's free seconds",
    priced({ steps: [{ from, seconds: 8, rate: 10, tokens: 1.34 }], free_seconds: 10, tokens: 1 }, 18),
    [
      "10 seconds free|0 tokens",
      "8 seconds at 10 tokens a minute|1.33 tokens",
      "Rounded down to whole tokens|−0.33 tokens",
    ],
  ],
  [
    "a minimum",
    priced({ steps: [{ from, seconds: 1, rate: 61, tokens: 1.02 }], minimum: 30, tokens: 30 }, 1),
    [
      "1 second at 61 tokens a minute|1.02 tokens",
      "Rounded down to whole tokens|−0.02 tokens",
      "Added to reach the agreed minimum|29 tokens",
    ],
  ],
  [
    "what could not be charged",
    priced({ steps: [{ from, seconds: 60, rate: 61, tokens: 61 }], waived: 1, tokens: 60 }, 60),
    ["60 seconds at 61 tokens a minute|61 tokens", "Not charged, in your favor|−1 token"],
  ],
  [
    "a price that is not known second by second",
    priced({ steps: [], tokens: 81 }, 111),
    ["111 seconds at the price at that moment|"],
  ],
  ["nothing", priced({ steps: [], tokens: 0 }, 0), []],
])(
  "R-OPEN-43: a receipt of %s is recomputed from the lines that file and email print",
  async (_of, of, lines) => {
    const rows = lines.map((line) => line.split("|"));
    const { parts } = showReceiptSheet(of, "nico", "en");
    const amounts = parts.find(({ kind }) => kind === "amounts");
    const printed = amounts?.kind === "amounts" ? amounts.rows.map(({ what, amount }) => [what, amount]) : [];
    expect(printed.slice(0, rows.length)).toEqual(rows);
    expect(printed[rows.length]?.[0]).toBe("Charged");
    const { paragraphs } = receiptEmail({ to: "nico@example.test", language: "en" }, of, "https://here.test");
    for (const [what, amount] of rows)
      expect(paragraphs).toContain(amount ? `${what}: ${amount}.` : `${what}.`);
  },
);
