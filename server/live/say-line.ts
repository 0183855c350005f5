import type { RoomLine } from "#contract/live.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Audiences } from "./audiences.ts";
import type { LiveNeeds } from "./live.ts";
import { presentLine } from "./present.ts";
import { insertLine } from "./store/lines-store.ts";
import { roomBySlug } from "./store/rooms-store.ts";

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
  | { code: "too_many"; retryAfterSeconds: number };

const linesPerMinute = 20;

/**
 * Says one line in a room. The line reaches everybody in it, the author's other pages included. Once the stream has
 * stopped only the model still writes: fans who stay may hear from her, but would talk to nobody.
 */
export function sayLine({ db, clock, accounts, catalog, realtime }: LiveNeeds, audiences: Audiences) {
  const perAuthor = createLimit(linesPerMinute, 60);
  return async (saying: Saying): Promise<Result<{ line: RoomLine }, SayRefusal>> => {
    const slug = saying.slug.toLowerCase();
    await audiences.settled(slug);
    const audience = audiences.at(slug);
    const room = await roomBySlug(db, slug);
    if (!room) return refuse({ code: "unknown_room" });
    if (saying.role === "model" && room.model_id !== saying.authorId)
      return refuse({ code: "not_your_room" });
    const model = await catalog.model(db, room.model_id, saying.authorId);
    if (saying.role === "fan" && !model?.listed) return refuse({ code: "unknown_room" });
    if (model?.banned) return refuse({ code: "banned" });
    if (saying.role === "fan" && model?.status === "stopped") return refuse({ code: "stream_stopped" });
    if (saying.role === "fan" && room.show_id !== null && room.show_fan_id !== saying.authorId)
      return refuse({ code: "in_show" });
    const retryAfterSeconds = await perAuthor.take(String(saying.authorId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const author = await accounts.byId(db, saying.authorId);
    if (!author) throw new Error(`no account ${saying.authorId}`);
    const row = await inTransaction(db, (tx) =>
      insertLine(tx, {
        model_id: room.model_id,
        author_id: author.id,
        author_name: author.login,
        author_role: saying.role,
        kind: "text",
        body: saying.body,
        tokens: null,
        gift_id: null,
        client_message_id: saying.clientMessageId,
        show_id: room.show_id,
        at: clock.now(),
      }),
    );
    const line = presentLine(row);
    // Said to an audience that has left meanwhile, it is not for the next one.
    if (audiences.at(slug) === audience) realtime.publish(`room:${room.slug}`, "RoomMessage", line);
    return ok({ line });
  };
}

export type Narration = { name: string; role: "fan" | "model"; body: string };

/** Says a line in a public room for somebody who has no account. */
export function narrate({ db, clock, realtime }: LiveNeeds, audiences: Pick<Audiences, "at">) {
  return async (slug: string, { name, role, body }: Narration): Promise<void> => {
    const audience = audiences.at(slug);
    const room = await roomBySlug(db, slug);
    if (!room || room.show_id !== null) return;
    const row = await inTransaction(db, (tx) =>
      insertLine(tx, {
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
      }),
    );
    if (audiences.at(slug) === audience)
      realtime.publish(`room:${room.slug}`, "RoomMessage", presentLine(row));
  };
}
