import type { Language } from "#contract/common.ts";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import type { PauseReason } from "#contract/show-state.ts";
import { unlistedSeconds } from "#contract/unlisted-seconds.ts";
import type { Email } from "#server/email/email.ts";
import { amountText, clockTime, grouped } from "#server/kit/texts.ts";
import { receiptRows } from "./receipt-rows.ts";

/** The email that a fan gets at the end of a show: all that its receipt shows, to be kept without an account. */
export function receiptEmail(
  reader: Pick<Email, "to" | "language">,
  receipt: ShowReceipt,
  publicOrigin: string,
): Email {
  const { show, pauses, tokens, money, transfers } = receipt;
  const { mode, role, minimum, started_at, ended_at } = show;
  const texts = reader.language === "es" ? spanish : english;
  const name = receipt.name ?? texts.gone;
  const at = timeIn(reader.language, "medium");
  const time = timeIn(reader.language);
  const cents = Math.round(money.amount * 100);
  const unlisted = unlistedSeconds({ show, pauses });
  const listed = pauses.map(({ reason, from, to }) =>
    texts.pause(texts.reasons[reason](name), time(from), time(to ?? ended_at ?? from)),
  );
  const stretches = unlisted > 0 ? [...listed, texts.unlisted(clockTime(unlisted))] : listed;
  return {
    ...reader,
    subject: texts.subject,
    paragraphs: [
      texts.what(name, mode, role === "spy"),
      texts.when(at(started_at), at(ended_at ?? started_at)),
      texts.served(clockTime(show.served_seconds)),
      ...receiptRows(receipt, reader.language).map(({ what, amount }) =>
        amount ? `${what}: ${amount}.` : `${what}.`,
      ),
      ...(minimum > 0 ? [texts.minimum(minimum)] : []),
      texts.charged(tokens, cents > 0 ? amountText(cents, money.currency, reader.language) : null),
      stretches.length === 0 ? texts.noPauses : `${texts.pauses} ${stretches.join("; ")}.`,
      ...(transfers.length === 0 ? [] : [texts.transfers(transfers.map((id) => `#${id}`).join(", "))]),
    ],
    action: { label: texts.receipt, url: `${publicOrigin}/receipts/${show.id}` },
    footnote: texts.statement,
  };
}

const tokensText = (count: number, language: Language) =>
  `${grouped(count, language)} ${count === 1 ? "token" : "tokens"}`;

/** To the second and in UTC, as on the page of the receipt. */
function timeIn(language: Language, dateStyle?: "medium"): (instant: string) => string {
  const days = dateStyle ? { dateStyle } : {};
  const format = new Intl.DateTimeFormat(language, { ...days, timeStyle: "medium", timeZone: "UTC" });
  return (instant) => format.format(new Date(instant));
}

const english = {
  gone: "a former model",
  subject: "Your show: receipt",
  what: (name: string, mode: string, spy: boolean) =>
    spy
      ? `You watched a private show of ${name} as a spy.`
      : `You had a ${mode === "vip" ? "VIP" : mode} show with ${name}.`,
  when: (from: string, to: string) => `From ${from} to ${to} (UTC).`,
  served: (time: string) => `Time with video: ${time}.`,
  minimum: (tokens: number) => `Agreed minimum: ${tokensText(tokens, "en")}.`,
  charged: (tokens: number, worth: string | null) =>
    `Charged: ${tokensText(tokens, "en")}${worth ? `, worth ${worth}` : ""}. Nothing was charged while no video played, and what was set aside but not charged is back in your balance.`,
  pauses: "Pauses, not charged:",
  pause: (reason: string, from: string, to: string) => `${reason}, ${from} to ${to}`,
  unlisted: (time: string) => `other moments without video, ${time} in all`,
  noPauses: "There were no pauses.",
  reasons: {
    model_media_lost: (name) => `${name}’s video was interrupted`,
    fan_media_lost: () => "your video was not playing",
    model_paused: (name) => `${name} took a break`,
  } as Record<PauseReason, (name: string) => string>,
  transfers: (ids: string) => `Transfers in your statement: ${ids}.`,
  receipt: "Open the receipt",
  statement: "You will find every transfer in your statement.",
};

const spanish: typeof english = {
  gone: "una antigua modelo",
  subject: "Tu show: recibo",
  what: (name, mode, spy) =>
    spy
      ? `Miraste un show privado de ${name} como espía.`
      : `Tuviste un show ${mode === "vip" ? "VIP" : "privado"} con ${name}.`,
  when: (from, to) => `Del ${from} al ${to} (UTC).`,
  served: (time) => `Tiempo con video: ${time}.`,
  minimum: (tokens) => `Mínimo acordado: ${tokensText(tokens, "es")}.`,
  charged: (tokens, worth) =>
    `Cobrado: ${tokensText(tokens, "es")}${worth ? `, con un valor de ${worth}` : ""}. No se cobró nada mientras no había video, y lo reservado que no se cobró volvió a tu saldo.`,
  pauses: "Pausas sin cobro:",
  pause: (reason, from, to) => `${reason}, de ${from} a ${to}`,
  unlisted: (time) => `otros momentos sin video, ${time} en total`,
  noPauses: "No hubo pausas.",
  reasons: {
    model_media_lost: (name) => `el video de ${name} se interrumpió`,
    fan_media_lost: () => "tu video no se estaba viendo",
    model_paused: (name) => `${name} hizo una pausa`,
  },
  transfers: (ids) => `Transferencias en tus movimientos: ${ids}.`,
  receipt: "Abrir el recibo",
  statement: "En tus movimientos encuentras cada transferencia.",
};
