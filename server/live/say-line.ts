import type { RoomLine } from "#contract/live.ts";
import { coalesce } from "#server/kit/coalesce.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { createOccupancy } from "#server/kit/occupancy.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Audiences } from "./audiences.ts";
import type { LiveNeeds } from "./needs.ts";
import { presentLine } from "./present.ts";
import {
  insertLines,
  insertTypedLines,
  type NewLine,
  type TypedLine,
  typedLine,
} from "./store/lines-store.ts";
import { type RoomRow, roomBySlug } from "./store/rooms-store.ts";

export type Saying = {
  authorId: number;
  role: "fan" | "model";
  slug: string;
  body: string;
  /** Minted by the author's page; the same id again is the same line. */
  clientMessageId: string;
};

export type SayRefusal =
  | { code: "unknown_room" }
  | { code: "not_your_room" }
  | { code: "banned" }
  | { code: "stream_stopped" }
  | { code: "in_show" }
  | { code: "overloaded" }
  | { code: "too_many"; retryAfterSeconds: number };

const linesPerMinute = 20;
/** Lines on their way at the same time, of one room and of all: one more is refused at once. */
const linesUnderWay = { perKeyMax: 100, max: 200 };
/** Lines that come side by side share a transaction, as tips do. */
const lineBatches = { atOnce: 2, batchMax: 50, waitingMax: linesUnderWay.max };

/**
 * Says one line in a room. The line reaches everybody in it, the author's other pages included. Once the stream has
 * stopped only the model still writes: fans who stay may hear from her, but would talk to nobody.
 */
export function sayLine(needs: LiveNeeds, audiences: Audiences) {
  const places = createOccupancy(linesUnderWay);
  const say = sayInTurn(needs, audiences);
  return async (saying: Saying): Promise<Result<{ line: RoomLine }, SayRefusal>> => {
    const slug = saying.slug.toLowerCase();
    const leave = places.enter(slug);
    if (!leave) return refuse({ code: "overloaded" });
    try {
      return await say({ ...saying, slug });
    } finally {
      leave();
    }
  };
}

function sayInTurn({ db, clock, accounts, catalog, realtime }: LiveNeeds, audiences: Audiences) {
  const perAuthor = createLimit(linesPerMinute, 60);
  const store = coalesce(
    (lines: readonly TypedLine[]) => inTransaction(db, (tx) => insertTypedLines(tx, lines)),
    lineBatches,
  );
  return async (saying: Saying): Promise<Result<{ line: RoomLine }, SayRefusal>> => {
    const { slug, authorId, clientMessageId } = saying;
    await audiences.settled(slug);
    const audience = audiences.at(slug);
    const room = await roomBySlug(db, slug);
    if (!room) return refuse({ code: "unknown_room" });
    const refusal = whyNotSay(saying, room, await catalog.model(db, room.model_id, authorId));
    if (refusal) return refuse({ code: refusal });
    const retryAfterSeconds = await perAuthor.take(String(authorId));
    if (retryAfterSeconds) {
      // Only what is new is too much: a repeated line gets its first answer.
      const before = await typedLine(db, { author_id: authorId, client_message_id: clientMessageId });
      return before ? ok({ line: presentLine(before) }) : refuse({ code: "too_many", retryAfterSeconds });
    }
    const author = await accounts.byId(db, authorId);
    if (!author) throw new Error(`no account ${authorId}`);
    const row = await store({
      model_id: room.model_id,
      author_id: author.id,
      author_name: author.login,
      author_role: saying.role,
      kind: "text",
      body: saying.body,
      tokens: null,
      gift_id: null,
      client_message_id: clientMessageId,
      show_id: room.show_id,
      at: clock.now(),
    });
    const line = presentLine(row);
    // Said to an audience that has left meanwhile, it is not for the next one.
    if (audiences.at(slug) === audience) realtime.publish(`room:${room.slug}`, "RoomMessage", line);
    return ok({ line });
  };
}

function whyNotSay(
  { role, authorId }: Saying,
  room: RoomRow,
  model: Awaited<ReturnType<LiveNeeds["catalog"]["model"]>>,
) {
  if (role === "model") return room.model_id === authorId ? null : "not_your_room";
  if (!model?.listed) return "unknown_room";
  if (model.banned) return "banned";
  if (model.status === "stopped") return "stream_stopped";
  return room.show_id !== null && room.show_fan_id !== authorId ? "in_show" : null;
}

export type Narration = { name: string; role: "fan" | "model"; body: string };

/** Says a line in a public room for somebody who has no account. */
export function narrate({ db, clock, realtime }: LiveNeeds, audiences: Pick<Audiences, "at">) {
  return async (slug: string, { name, role, body }: Narration): Promise<void> => {
    const audience = audiences.at(slug);
    const room = await roomBySlug(db, slug);
    if (!room || room.show_id !== null) return;
    const line: NewLine = {
      model_id: room.model_id,
      author_id: null,
      author_name: name,
      author_role: role,
      kind: "text",
      body,
      tokens: null,
      gift_id: null,
      client_message_id: null,
      at: clock.now(),
    };
    const [row] = await inTransaction(db, (tx) => insertLines(tx, [line]));
    if (row && audiences.at(slug) === audience)
      realtime.publish(`room:${room.slug}`, "RoomMessage", presentLine(row));
  };
}
