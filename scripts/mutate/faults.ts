/** The kinds of harm that a fault would do to an operator or their fans. */
export const kinds = ["money", "privacy", "admission", "meter", "refusals", "language", "forms"] as const;
export type Kind = (typeof kinds)[number];

/** A fault that somebody could have written: `right` stands once in `file`, `wrong` takes its place. */
export type Fault = {
  kind: Kind;
  /** The fault as a user of the product would report it. */
  title: string;
  file: string;
  right: string;
  wrong: string;
  /** The test files of which at least one test has to fail. */
  noticedBy: readonly string[];
};

const rooms = "server/rooms/rules";
const shows = "server/shows/rules";
const wallet = "server/wallet";
const payments = "server/payments";
const http = "server/kit/http";

/** The faults that `npm run mutate` plants, one at a time. */
export const faults: readonly Fault[] = [
  {
    kind: "money",
    title: "a part of a payment that goes back takes a token too many",
    file: `${payments}/rules/part-refund.ts`,
    right: "Math.floor((tokens * backCents) / paidCents)",
    wrong: "Math.ceil((tokens * backCents) / paidCents)",
    noticedBy: [`${payments}/rules/part-refund.test.ts`],
  },
  {
    kind: "money",
    title: "money that arrives after its order has expired buys nothing",
    file: `${payments}/rules/states.ts`,
    right: 'expired: ["succeeded", "cancelled", "declined"]',
    wrong: 'expired: ["cancelled", "declined"]',
    noticedBy: [`${payments}/purchase/states.test.ts`],
  },
  {
    kind: "money",
    title: "two spendings at once take more than there is",
    file: `${wallet}/migrations/2060_wallet.sql`,
    right: "(a.balance >= p_amount or a.kind = 'debt')",
    wrong: "true",
    noticedBy: [`${wallet}/wallet.test.ts`],
  },
  {
    kind: "money",
    title: "a price in pesos is a peso too high where it is whole",
    file: `${payments}/rules/prices.ts`,
    right: "Math.ceil((dollarCents * rate) / 100 - 1e-6) * 100",
    wrong: "Math.ceil((dollarCents * rate) / 100 + 1) * 100",
    noticedBy: [`${payments}/rules/prices.test.ts`],
  },
  {
    kind: "money",
    title: "who ends a show early pays no minimum",
    file: `${shows}/meter.ts`,
    right: "byFan.has(reason) ? minimum : 0",
    wrong: "byFan.has(reason) ? 0 : minimum",
    noticedBy: [`${shows}/meter.test.ts`],
  },
  {
    kind: "money",
    title: "tokens are shown to be worth what a whole package costs",
    file: "web/entities/wallet/token-worth.ts",
    right: "(count * base.price) / base.tokens",
    wrong: "count * base.price",
    noticedBy: ["web/entities/wallet/tokens.test.ts"],
  },
  {
    kind: "privacy",
    title: "the receipt of a purchase is read by somebody else",
    file: `${payments}/reports/receipts.ts`,
    right: "if (intent?.fan_id !== fanId || intent.transfer_id === null)",
    wrong: "if (!intent || intent.transfer_id === null)",
    noticedBy: [`${payments}/reports/receipts.test.ts`],
  },
  {
    kind: "privacy",
    title: "a link to a private file opens it for whoever has the link",
    file: "server/storage/storage.routes.ts",
    right: "if (reader.userId !== link.readerId)",
    wrong: "if (false)",
    noticedBy: ["server/storage/private-files.test.ts"],
  },
  {
    kind: "privacy",
    title: "a card's number stands in the log",
    file: "server/kit/log.ts",
    right: '  "card_number",\n',
    wrong: "",
    noticedBy: ["server/kit/log.test.ts"],
  },
  {
    kind: "privacy",
    title: "a promo show stands on the cards of everybody",
    file: `${rooms}/admission.ts`,
    right: 'if (mode !== "promo") return true;',
    wrong: "if (mode) return true;",
    noticedBy: [`${rooms}/admission.test.ts`],
  },
  {
    kind: "privacy",
    title: "the events of one person reach another",
    file: "server/realtime/hub.ts",
    right: 'topic === `person:${subject.userId}` ? ok({}) : refuse("forbidden")',
    wrong: "ok({})",
    noticedBy: ["server/realtime/admission.test.ts"],
  },
  {
    kind: "admission",
    title: "a banned fan comes in",
    file: `${rooms}/admission.ts`,
    right: 'if (banned) return "banned";',
    wrong: "",
    noticedBy: [`${rooms}/admission.test.ts`],
  },
  {
    kind: "admission",
    title: "the public watches a private show",
    file: `${rooms}/admission.ts`,
    right: '    default:\n      return isPublic || role ? null : "in_show";',
    wrong: "    default:\n      return null;",
    noticedBy: [`${rooms}/admission.test.ts`],
  },
  {
    kind: "admission",
    title: "a model whom staff has suspended goes live",
    file: `${rooms}/admission.ts`,
    right: 'return room.suspended ? "suspended" : null;',
    wrong: "return null;",
    noticedBy: [`${rooms}/admission.test.ts`],
  },
  {
    kind: "admission",
    title: "a spy writes in the chat of the show",
    file: `${rooms}/admission.ts`,
    right: '      if (role === "spy") return "read_only";\n      if (isPublic)',
    wrong: "      if (isPublic)",
    noticedBy: [`${rooms}/admission.test.ts`],
  },
  {
    kind: "meter",
    title: "the same seconds are charged for two playbacks",
    file: `${shows}/flow.ts`,
    right: "all = joined([...all, within]);",
    wrong: "",
    noticedBy: [`${shows}/flow.test.ts`],
  },
  {
    kind: "meter",
    title: "a pause is charged",
    file: `${shows}/flow.ts`,
    right: "without(without([within], all), pauses)",
    wrong: "without([within], all)",
    noticedBy: [`${shows}/flow.test.ts`],
  },
  {
    kind: "meter",
    title: "the free seconds of a spy are charged",
    file: `${shows}/meter.ts`,
    right: "Math.max(0, Math.floor(servedMs / 1000) - freeSeconds)",
    wrong: "Math.max(0, Math.floor(servedMs / 1000))",
    noticedBy: [`${shows}/meter.test.ts`],
  },
  {
    kind: "meter",
    title: "a token that was not used up is charged",
    file: `${shows}/meter.ts`,
    right: "return meter.price ? Math.floor(meter.price.units / 60) : 0;",
    wrong: "return meter.price ? Math.ceil(meter.price.units / 60) : 0;",
    noticedBy: [`${shows}/meter.test.ts`],
  },
  {
    kind: "meter",
    title: "who reports that nothing arrives watches for nothing",
    file: `${shows}/meter.ts`,
    right: 'if (missedMs >= missedMsMax) return "fan_left";',
    wrong: "",
    noticedBy: [`${shows}/meter.test.ts`],
  },
  {
    kind: "refusals",
    title: "a limit of the fan's own is answered as a failure of the server",
    file: `${http}/refusals.ts`,
    right: "limit_reached_day: 403",
    wrong: "limit_reached_day: 500",
    noticedBy: [`${http}/refusals.test.ts`],
  },
  {
    kind: "refusals",
    title: "who has waited too little is told to wait for less than it takes",
    file: "web/lib/forms/field-errors.ts",
    right: 'Math.ceil(seconds / 60), "minute"',
    wrong: 'Math.floor(seconds / 60), "minute"',
    noticedBy: ["web/lib/forms/field-errors.test.ts"],
  },
  {
    kind: "refusals",
    title: "neighbours in one IPv6 network count as strangers",
    file: `${http}/limits.ts`,
    right: ".slice(0, 4)",
    wrong: ".slice(0, 8)",
    noticedBy: [`${http}/limits.test.ts`],
  },
  {
    kind: "language",
    title: "the language that a browser wants least is the one it gets",
    file: "contract/accept-language.ts",
    right: "b.quality - a.quality",
    wrong: "a.quality - b.quality",
    noticedBy: ["web/lib/i18n/choose-language.test.ts"],
  },
  {
    kind: "language",
    title: "somebody who reads Catalan gets English",
    file: "contract/accept-language.ts",
    right: 'named("en", ...spanishReaders)',
    wrong: 'named("en")',
    noticedBy: ["web/lib/i18n/choose-language.test.ts"],
  },
  {
    kind: "language",
    title: "the same letters from two keyboards are two texts",
    file: "contract/written-text.ts",
    right: 'inForm(text, "NFC").trim()',
    wrong: "text.trim()",
    noticedBy: ["contract/fields.test.ts"],
  },
  {
    kind: "forms",
    title: "a card is refused in its last month",
    file: "contract/card-expiry.ts",
    right: "Date.UTC(expiry.year, expiry.month, 1)",
    wrong: "Date.UTC(expiry.year, expiry.month - 1, 1)",
    noticedBy: ["contract/card-expiry.test.ts"],
  },
  {
    kind: "forms",
    title: "another site's page sends our form",
    file: `${http}/same-site-path.ts`,
    right: 'return site === "cross-site";',
    wrong: "return false;",
    noticedBy: [`${http}/same-site-path.test.ts`],
  },
  {
    kind: "forms",
    title: "a sign-in leads to another site",
    file: `${http}/same-site-path.ts`,
    right: 'if (url.pathname.startsWith("//")) return null;',
    wrong: "",
    noticedBy: [`${http}/same-site-path.test.ts`],
  },
  {
    kind: "forms",
    title: "a text of which nothing can be seen is sent",
    file: "contract/written-text.ts",
    right: 'return isBlank(text) ? "" :',
    wrong: "return",
    noticedBy: ["contract/fields.test.ts"],
  },
];
