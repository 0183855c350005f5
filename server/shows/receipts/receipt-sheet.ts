import type { Language } from "#contract/common.ts";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import { listedPauses, unlistedSeconds } from "#contract/receipt-pauses.ts";
import type { PauseReason, ShowState } from "#contract/show-state.ts";
import enPaid from "#locales/paid-show.en.json" with { type: "json" };
import esPaid from "#locales/paid-show.es.json" with { type: "json" };
import enShow from "#locales/show.en.json" with { type: "json" };
import esShow from "#locales/show.es.json" with { type: "json" };
import type { Sheet } from "#server/kit/pdf/sheet.ts";
import { clockTime, counted, dollars, fill, tokensText, utcTime } from "#server/kit/texts.ts";
import { receiptRows } from "./receipt-rows.ts";

const texts = { en: { ...enShow, ...enPaid }, es: { ...esShow, ...esPaid } } as const;

/** The receipt of a show as a document, in the words of its page. */
export function showReceiptSheet(receipt: ShowReceipt, login: string, language: Language): Sheet {
  const t = texts[language];
  const { show, tokens, money, transfers } = receipt;
  const pauses = pauseLines(receipt, language);
  const charged = tokensText(tokens, language);
  const worth = {
    what: t.receipt_worth,
    amount: `${dollars(Math.round(money.amount * 100))} ${money.currency}`,
  };
  return {
    language,
    title: t.receipt_title,
    number: fill(t.receipt_number, { id: String(show.id) }),
    notice: show.state === "ended" ? null : t.receipt_running,
    parts: [
      { kind: "details", rows: detailsOf(receipt, login, language) },
      {
        kind: "amounts",
        rows: [
          ...receiptRows(receipt, language),
          { what: t.receipt_charged, amount: charged, strong: true },
          ...(money.amount > 0 ? [worth] : []),
        ],
      },
      {
        kind: "list",
        heading: t.receipt_pauses,
        rows: pauses.length > 0 ? pauses : [t.receipt_no_pauses],
      },
      ...listOf(t.receipt_transfers, transfers),
    ],
    notes: money.amount > 0 ? [t.receipt_worth_note] : [],
  };
}

function listOf(heading: string, transfers: readonly number[]): Sheet["parts"] {
  if (transfers.length === 0) return [];
  return [{ kind: "list", heading, rows: [transfers.map((id) => `#${id}`).join(", ")] }];
}

const nameOf = ({ name }: ShowReceipt, language: Language) => name ?? texts[language].receipt_gone;

function detailsOf(receipt: ShowReceipt, login: string, language: Language): [string, string][] {
  const t = texts[language];
  const { show } = receipt;
  const name = nameOf(receipt, language);
  const served = { count: String(show.served_seconds), time: clockTime(show.served_seconds) };
  return [
    [t.receipt_fan, login],
    [t.receipt_model, name],
    [t.receipt_kind, show.role === "spy" ? t.receipt_kind_spy : t[`receipt_kind_${show.mode}`]],
    [t.receipt_start, utcTime(show.started_at, language)],
    ...(show.ended_at === null
      ? []
      : [[t.receipt_end, utcTime(show.ended_at, language)] as [string, string]]),
    [t.receipt_served, fill(counted(t.receipt_served_seconds, show.served_seconds), served)],
    ...(show.minimum > 0
      ? [[t.receipt_minimum, tokensText(show.minimum, language)] as [string, string]]
      : []),
    ...(show.end_reason === null ? [] : [[t.receipt_why, endText(show, name, language)] as [string, string]]),
  ];
}

/** Ends of which a show that was paid for has words of its own. */
const paidEnds = {
  fan_left: "paid_over_fan_left",
  model_ended: "paid_over_model_ended",
  model_left: "paid_over_model_left",
} as const;

function endText(
  { end_reason: reason, role, seconds_left, spent }: ShowState,
  name: string,
  language: Language,
): string {
  if (reason === null) return "";
  if (reason === "out_of_tokens" && role === "spy" && spent === 0) return texts[language].show_over_look;
  const paid = role !== "promo" && reason in paidEnds ? paidEnds[reason as keyof typeof paidEnds] : null;
  const text = texts[language][paid ?? `show_over_${reason}`];
  return fill(text, { name, time: clockTime(seconds_left ?? 0) });
}

const pauseTexts = {
  model_media_lost: "receipt_pause_model_media_lost",
  fan_media_lost: "receipt_pause_fan_media_lost",
  model_paused: "receipt_pause_model_paused",
} as const satisfies Record<PauseReason, string>;

function pauseLines(receipt: ShowReceipt, language: Language): string[] {
  const t = texts[language];
  const name = nameOf(receipt, language);
  const listed = listedPauses(receipt).map(({ reason, from, to }) => {
    const times = { from: utcTime(from, language), to: to === null ? "" : utcTime(to, language) };
    const when = fill(to === null ? t.receipt_pause_open : t.receipt_pause_from_to, times);
    return `${fill(t[pauseTexts[reason]], { name })}: ${when}`;
  });
  const unlisted = unlistedSeconds(receipt);
  return unlisted > 0 ? [...listed, `${t.receipt_pause_unlisted}: ${clockTime(unlisted)}`] : listed;
}
