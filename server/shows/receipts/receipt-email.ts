import type { Language } from "#contract/common.ts";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import { listedPauses, unlistedSeconds } from "#contract/receipt-pauses.ts";
import mailEn from "#locales/mails/show-receipt.en.json" with { type: "json" };
import mailEs from "#locales/mails/show-receipt.es.json" with { type: "json" };
import en from "#locales/paid-show.en.json" with { type: "json" };
import es from "#locales/paid-show.es.json" with { type: "json" };
import type { Email } from "#server/email/email.ts";
import { amountText, clockTime, fill, tokensText } from "#server/kit/texts.ts";
import { receiptRows } from "./receipt-rows.ts";

const texts = { en: { ...en, ...mailEn }, es: { ...es, ...mailEs } } as const;

/** The email that a fan gets at the end of a show: all that its receipt shows, to be kept without an account. */
export function receiptEmail(
  reader: Pick<Email, "to" | "language">,
  receipt: ShowReceipt,
  publicOrigin: string,
): Email {
  const { language } = reader;
  const { show, tokens, money, transfers } = receipt;
  const { mode, role, minimum, started_at, ended_at } = show;
  const t = texts[language];
  const name = nameOf(receipt, language);
  const at = timeIn(language, "medium");
  const cents = Math.round(money.amount * 100);
  const charged = {
    tokens: tokensText(tokens, language),
    worth: cents > 0 ? amountText(cents, money.currency, language) : "",
  };
  const pauses = stretches(receipt, language);
  return {
    ...reader,
    subject: t.subject,
    paragraphs: [
      fill(role === "spy" ? t.what_spy : t[`what_${mode}`], { name }),
      fill(t.when, { from: at(started_at), to: at(ended_at ?? started_at) }),
      fill(t.served, { time: clockTime(show.served_seconds) }),
      ...receiptRows(receipt, language).map(({ what, amount }) =>
        amount ? `${what}: ${amount}.` : `${what}.`,
      ),
      ...(minimum > 0 ? [fill(t.minimum, { tokens: tokensText(minimum, language) })] : []),
      `${fill(charged.worth === "" ? t.charged : t.charged_worth, charged)} ${t.not_charged}`,
      pauses.length === 0 ? t.no_pauses : fill(t.pauses, { stretches: pauses.join("; ") }),
      ...(transfers.length === 0
        ? []
        : [fill(t.transfers, { ids: transfers.map((id) => `#${id}`).join(", ") })]),
    ],
    action: { label: t.open, url: `${publicOrigin}/receipts/${show.id}` },
    footnote: t.footnote,
  };
}

const nameOf = ({ name }: ShowReceipt, language: Language) => name ?? texts[language].receipt_gone;

/** The pauses in words, and the other moments without video. */
function stretches(receipt: ShowReceipt, language: Language): string[] {
  const { show, pauses } = receipt;
  const t = texts[language];
  const time = timeIn(language);
  const listed = listedPauses(receipt).map(({ reason, from, to }) =>
    fill(t.pause, {
      reason: fill(t[`reason_${reason}`], { name: nameOf(receipt, language) }),
      from: time(from),
      to: time(to ?? show.ended_at ?? from),
    }),
  );
  const unlisted = unlistedSeconds({ show, pauses });
  return unlisted > 0 ? [...listed, fill(t.unlisted, { time: clockTime(unlisted) })] : listed;
}

/** To the second and in UTC, as on the page of the receipt. */
function timeIn(language: Language, dateStyle?: "medium"): (instant: string) => string {
  const days = dateStyle ? { dateStyle } : {};
  const format = new Intl.DateTimeFormat(language, { ...days, timeStyle: "medium", timeZone: "UTC" });
  return (instant) => format.format(new Date(instant));
}
