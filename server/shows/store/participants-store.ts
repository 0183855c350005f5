import { type Insertable, type RawBuilder, sql } from "kysely";
import type { PauseReason, ShowEnd } from "#contract/show-state.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Step } from "../rules/meter.ts";
import type { ShowTables } from "./tables.ts";

export type NewParticipant = Insertable<ShowTables["live.participant"]>;
/**
 * The database's facts about an open participant: their rate and since when it stands (null: since the show began),
 * whether its model paused the room, whether an offer met silence.
 */
export type Kept = {
  rate: number | null;
  rateSince: Date | null;
  modelPaused: boolean;
  offerExpired: boolean;
};
/** The lease on participants: the keeper, and until when. */
export type Lease = { keeper: string; leaseUntil: Date; now: Date };
/** The price of the charged seconds, and their number for each rate. */
type Charged = { units: number; steps?: readonly Step[] | undefined };
/** How far a participant has come, at which rate. */
export type Progress = Charged & {
  id: number;
  servedMs: number;
  rate: number | null;
  pause: PauseReason | null;
};

const read = (reader: Reader) => reader.$extendTables<ShowTables>();
const write = (tx: Tx) => tx.$extendTables<ShowTables>();

/** How many watch the session of a payer as spies now. */
const openSpies = sql<number>`(select count(*)::int from live.participant as spy
  where participant.role = 'payer' and spy.session_id = participant.session_id
    and spy.role = 'spy' and spy.ended_at is null)`;

/** Participants with the session that they are in and the name of its room. */
function participantRows(reader: Reader) {
  return read(reader)
    .selectFrom("live.participant as participant")
    .innerJoin("live.session as session", "session.id", "participant.session_id")
    .innerJoin("live.room as room", "room.model_id", "participant.model_id")
    .selectAll("participant")
    .select(["session.mode", "session.spies_allowed", "session.model_paused", "room.slug"])
    .select(openSpies.as("spy_count"));
}

export type ParticipantRow = Awaited<ReturnType<ReturnType<typeof participantRows>["execute"]>>[number];

/** Adds a participant, paused from the beginning until media flows on both sides. */
export async function insertParticipant(tx: Tx, row: NewParticipant): Promise<ParticipantRow> {
  const { id } = await write(tx)
    .insertInto("live.participant")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  if (row.pause_reason)
    await write(tx)
      .insertInto("live.pause")
      .values({ participant_id: id, reason: row.pause_reason, began_at: row.started_at })
      .execute();
  return participantRows(tx).where("participant.id", "=", id).executeTakeFirstOrThrow();
}

/** A participant, whether it has ended or not. */
export function participantById(reader: Reader, id: number): Promise<ParticipantRow | undefined> {
  return participantRows(reader).where("participant.id", "=", id).executeTakeFirst();
}

/** The visit that a spy began with this id of theirs. */
export function participantByKey(
  reader: Reader,
  fanId: number,
  key: string,
): Promise<ParticipantRow | undefined> {
  return participantRows(reader)
    .where("participant.fan_id", "=", fanId)
    .where("participant.key", "=", key)
    .executeTakeFirst();
}

/** The show that a fan takes part in now. */
export function openParticipantOfFan(reader: Reader, fanId: number): Promise<ParticipantRow | undefined> {
  return participantRows(reader)
    .where("participant.fan_id", "=", fanId)
    .where("participant.ended_at", "is", null)
    .executeTakeFirst();
}

/** The participants of a model's show now, its payers first. */
export function openParticipants(reader: Reader, modelId: number): Promise<ParticipantRow[]> {
  return participantRows(reader)
    .where("participant.model_id", "=", modelId)
    .where("participant.ended_at", "is", null)
    .orderBy((eb) => eb("participant.role", "=", "spy"))
    .orderBy("participant.id")
    .execute();
}

/** The open ones of these participants, locked in the order of their ids. */
export function lockParticipants(
  tx: Tx,
  of: { ids: readonly number[] } | { sessionId: number },
): Promise<ParticipantRow[]> {
  const rows = participantRows(tx).where("participant.ended_at", "is", null);
  const some =
    "ids" in of
      ? rows.where("participant.id", "in", [-1, ...of.ids])
      : rows.where("participant.session_id", "=", of.sessionId);
  return some.orderBy("participant.id").forUpdate("participant").execute();
}

/**
 * Takes over open participants whose keeper has not renewed its lease, its own too but for the `running` ones; answers
 * them.
 */
export async function adoptParticipants(
  tx: Tx,
  { keeper, leaseUntil, now }: Lease,
  running: readonly number[],
): Promise<ParticipantRow[]> {
  const adopted = await write(tx)
    .updateTable("live.participant")
    .set({ keeper, lease_until: leaseUntil })
    .where("ended_at", "is", null)
    .where((eb) => eb.or([eb("keeper", "<>", keeper), eb("id", "not in", [-1, ...running])]))
    .where("lease_until", "<=", now)
    .returning("id")
    .execute();
  if (adopted.length === 0) return [];
  const ids = adopted.map(({ id }) => id);
  return participantRows(tx).where("participant.id", "in", ids).execute();
}

/** Ends the leases of a keeper that stops. */
export async function endLeases(tx: Tx, keeper: string, now: Date): Promise<void> {
  await write(tx)
    .updateTable("live.participant")
    .set({ lease_until: now })
    .where("ended_at", "is", null)
    .where("keeper", "=", keeper)
    .where("lease_until", ">", now)
    .execute();
}

/**
 * Keeps how far these participants have come, and what is used of their promos, and renews the lease. Answers which of
 * them are still open and kept by this process.
 */
export async function keepProgress(
  tx: Tx,
  { keeper, leaseUntil, now }: Lease,
  progress: readonly Progress[],
): Promise<Map<number, Kept>> {
  const ids = progress.map(({ id }) => id);
  await lockParticipants(tx, { ids });
  type Row = {
    id: number;
    rate: number | null;
    rate_since: Date | null;
    changed: boolean;
    model_paused: boolean;
    offer_expired: boolean;
  };
  // A second that had begun at another rate than the row's is not kept as one of the row's. Kept values never fall:
  // values that were read earlier can be written later, when a process stops while its ticker writes.
  const kept = await sql<Row>`
    with fresh as (
      select * from unnest(${ids}::bigint[], ${progress.map(({ servedMs }) => servedMs)}::bigint[],
        ${progress.map(({ units }) => units)}::bigint[], ${progress.map(({ pause }) => pause)}::text[],
        ${progress.map(({ rate }) => rate)}::integer[], ${progress.map(({ steps }) => jsonOf(steps))}::text[])
        as fresh (id, served_ms, units, pause, rate, steps)),
    before as (select participant.id, pause_reason from live.participant join fresh on fresh.id = participant.id)
    update live.participant as participant
       set served_ms = greatest(participant.served_ms,
             case when fresh.rate is distinct from participant.rate then fresh.served_ms / 1000 * 1000
                  else fresh.served_ms end),
           price_units = greatest(participant.price_units, fresh.units),
           price_steps = ${laterSteps(sql`participant`, sql`fresh.units`, sql`fresh.steps`)},
           pause_reason = fresh.pause, lease_until = ${leaseUntil}
      from fresh join before on before.id = fresh.id
     where participant.id = fresh.id and participant.ended_at is null and participant.keeper = ${keeper}
    returning participant.id, participant.rate, participant.rate_since,
      before.pause_reason is distinct from fresh.pause as changed,
      (select model_paused from live.session where session.id = participant.session_id) as model_paused,
      coalesce(participant.offer_expires_at <= ${now}, false) as offer_expired`.execute(tx);
  const changed = kept.rows.filter((row) => row.changed).map(({ id }) => Number(id));
  if (changed.length > 0) await keepPauses(tx, changed, now);
  await spendPromo(tx, ids);
  return new Map(
    kept.rows.map(({ id, rate, rate_since, model_paused, offer_expired }) => [
      Number(id),
      { rate, rateSince: rate_since, modelPaused: model_paused, offerExpired: offer_expired },
    ]),
  );
}

const jsonOf = (steps: readonly Step[] | undefined) => (steps ? JSON.stringify(steps) : null);

/** The steps that go with the greater price. Where it is not known which rates stood, it stays so. */
function laterSteps(row: RawBuilder<unknown>, units: RawBuilder<unknown>, steps: RawBuilder<unknown>) {
  return sql<Step[] | null>`case when ${row}.price_steps is not null and ${units} > ${row}.price_units
                        then ${steps}::jsonb else ${row}.price_steps end`;
}

/** The price of the charged seconds, if that is more than the kept price. */
const laterPrice = ({ units, steps }: Charged) => ({
  price_units: sql<number>`greatest(price_units, ${units})`,
  price_steps: laterSteps(sql`participant`, sql`${units}`, sql`${jsonOf(steps)}`),
});

/** Ends the pauses that these participants were in, and begins those that they are in now. */
async function keepPauses(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await endPauses(tx, ids, now);
  await sql`
    insert into live.pause (participant_id, reason, began_at)
    select id, pause_reason, greatest(${now}::timestamptz,
      (select max(ended_at) + interval '1 microsecond' from live.pause where participant_id = participant.id))
    from live.participant
    where id = any(${[...ids]}::bigint[]) and pause_reason is not null and ended_at is null`.execute(tx);
}

async function endPauses(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update live.pause set ended_at = greatest(began_at, ${now}::timestamptz)
    where participant_id = any(${[...ids]}::bigint[]) and ended_at is null`.execute(tx);
}

/** The pauses of a participant, in their order. */
export function pausesOf(reader: Reader, id: number) {
  return read(reader)
    .selectFrom("live.pause")
    .selectAll()
    .where("participant_id", "=", id)
    .orderBy("began_at")
    .execute();
}

/** Keeps what was charged to a participant and what is set aside, by which hold. */
export async function keepSlice(
  tx: Tx,
  id: number,
  { spent, held, holdId, ...charged }: Charged & { spent: number; held: number; holdId: number | null },
): Promise<void> {
  await write(tx)
    .updateTable("live.participant")
    .set({ spent, held, hold_id: holdId, ...laterPrice(charged) })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/** Another rate counts from now on, by the fan's consent or in the fan's favour. */
export async function setRate(tx: Tx, id: number, rate: number, now: Date): Promise<void> {
  await write(tx)
    .updateTable("live.participant")
    .set((eb) => ({
      rate,
      rate_since: now,
      served_ms: sql<number>`served_ms / 1000 * 1000`,
      minimum: eb.fn("least", ["minimum", eb.val(rate)]),
      escrow_max: eb.fn("greatest", ["escrow_max", eb.val(rate)]),
      offered_rate: null,
      offer_expires_at: null,
    }))
    .where("id", "=", id)
    .execute();
}

/** Offers another rate, which ends the show unless the fan accepts it in time. */
export async function offerRate(tx: Tx, id: number, rate: number, expiresAt: Date): Promise<void> {
  await write(tx)
    .updateTable("live.participant")
    .set({ offered_rate: rate, offer_expires_at: expiresAt })
    .where("id", "=", id)
    .execute();
}

/** Ends a participant that is open and locked. */
export async function closeParticipant(
  tx: Tx,
  end: Charged & { id: number; servedMs: number; spent: number; reason: ShowEnd; at: Date },
): Promise<void> {
  await write(tx)
    .updateTable("live.participant")
    .set((eb) => ({
      served_ms: eb.fn("greatest", ["served_ms", eb.val(end.servedMs)]),
      ...laterPrice(end),
      spent: end.spent,
      held: 0,
      offered_rate: null,
      offer_expires_at: null,
      pause_reason: null,
      ended_at: end.at,
      end_reason: end.reason,
    }))
    .where("id", "=", end.id)
    .where("ended_at", "is", null)
    .execute();
  await endPauses(tx, [end.id], end.at);
  await spendPromo(tx, [end.id]);
}

/**
 * A show uses its served whole seconds of its promo, up to the last one but while it is open: the link is used up
 * together with the show's end.
 */
async function spendPromo(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update shows.promo_link as link
       set used_s = least(show.used_before_s + show.served_ms / 1000,
                          case when show.ended_at is null then link.duration_s - 1 else link.duration_s end),
           closed_at = case when show.ended_at is not null
                                 and show.used_before_s + show.served_ms / 1000 >= link.duration_s
                            then coalesce(link.closed_at, show.ended_at) else link.closed_at end
      from live.participant as show
     where show.id = any(${[...ids]}::bigint[]) and link.id = show.promo_link_id`.execute(tx);
}
