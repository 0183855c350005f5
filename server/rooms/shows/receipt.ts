import type { ShowReceipt } from "#contract/paid-shows.ts";
import type { ShowState } from "#contract/show-state.ts";
import type { Email } from "#server/email/email.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { RoomsNeeds } from "../needs.ts";
import { type ParticipantRow, participantById, pausesOf } from "../store/participants-store.ts";

/** What a fan's show was, and every transfer of it. One that still runs has a receipt of what it is so far. */
export function showReceipt(needs: RoomsNeeds, keeper: { stateOf(row: ParticipantRow): Promise<ShowState> }) {
  const { db, wallet } = needs;
  return async (fanId: number, showId: number): Promise<Result<{ receipt: ShowReceipt }, "unknown_show">> => {
    const row = await participantById(db, showId);
    if (row?.fan_id !== fanId) return refuse("unknown_show");
    const [show, pauses, transfers, moved] = await Promise.all([
      keeper.stateOf(row),
      pausesOf(db, showId),
      row.hold_id === null ? [] : wallet.transfersOfHold(db, row.hold_id),
      row.hold_id === null ? [] : wallet.movedByHold(db, row.hold_id),
    ]);
    // While it runs more is set aside than is spent.
    const last = moved.at(-1);
    const spent = row.ended_at === null && last ? [{ ...last, tokens: -row.spent }] : moved;
    const money = await needs.worthOf(fanId, spent);
    return ok({
      receipt: {
        show,
        pauses: pauses.map(({ reason, began_at, ended_at }) => ({
          reason,
          from: began_at.toISOString(),
          to: ended_at?.toISOString() ?? null,
        })),
        tokens: row.spent,
        money,
        transfers,
      },
    });
  };
}

type Reader = Pick<Email, "to" | "language">;

/** The email that a fan gets at the end of a show that they paid for. */
export function receiptEmail(
  reader: Reader,
  row: ParticipantRow,
  show: ShowState,
  publicOrigin: string,
): Email {
  const time = clockTime(show.served_seconds);
  const texts = reader.language === "es" ? spanish : english;
  return {
    ...reader,
    subject: texts.subject(row.slug),
    paragraphs: [
      texts.what(row.slug, show.mode, show.role === "spy"),
      texts.served(time, show.rate),
      texts.charged(show.spent),
    ],
    action: { label: texts.receipt, url: `${publicOrigin}/receipts/${row.id}` },
    footnote: texts.statement,
  };
}

const clockTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const english = {
  subject: (name: string) => `Your show with ${name}: receipt`,
  what: (name: string, mode: string, spy: boolean) =>
    spy ? `You watched a private show of ${name} as a spy.` : `You had a ${mode} show with ${name}.`,
  served: (time: string, rate: number) => `Served: ${time} minutes at ${rate} tokens a minute.`,
  charged: (tokens: number) =>
    `Charged: ${tokens} tokens. Nothing was charged while no video played, and what was not served came back.`,
  receipt: "Open the receipt",
  statement: "You find every transfer in your statement.",
};

const spanish: typeof english = {
  subject: (name) => `Tu show con ${name}: recibo`,
  what: (name, mode, spy) =>
    spy
      ? `Miraste un show privado de ${name} como espía.`
      : `Tuviste un show ${mode === "vip" ? "VIP" : "privado"} con ${name}.`,
  served: (time, rate) => `Tiempo: ${time} minutos a ${rate} tokens por minuto.`,
  charged: (tokens) =>
    `Cobrado: ${tokens} tokens. No se cobró nada mientras no había video, y lo que no se usó volvió a tu saldo.`,
  receipt: "Abrir el recibo",
  statement: "En tus movimientos encuentras cada transferencia.",
};
