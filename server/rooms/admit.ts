import type { Topic } from "#contract/realtime.ts";
import type { ModelRow } from "#server/catalog/catalog.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Subject } from "#server/realtime/realtime.ts";
import type { RoomsNeeds } from "./needs.ts";
import { type Action, type Actor, type AdmissionRefusal, may, type RoomState } from "./rules/admission.ts";
import { standingOf } from "./store/moderation-store.ts";
import { type RoomRow, roomBySlug, roomOfModel } from "./store/rooms-store.ts";

/** A person by their session; null is a guest. */
export type Person = { userId: number; role: "fan" | "model" | "admin" } | null;

/** A room that somebody may do something in, and its model as they may know them. */
export type Admitted = { room: RoomRow; model: ModelRow };

/** A room as {@link may} reads it. */
export function stateOf(
  room: RoomRow,
  model: Pick<ModelRow, "listed" | "suspended" | "two_way_allowed">,
): RoomState {
  return {
    modelId: room.model_id,
    listed: model.listed,
    suspended: model.suspended,
    mode: room.mode,
    state: room.state,
    spiesAllowed: room.spies_allowed,
    twoWayAllowed: model.two_way_allowed,
    participants: room.participants,
  };
}

/** How a fan stands to a model and in the chat of the model's room. */
type Standing = { banned: boolean; blocked: boolean; moderator?: boolean; muted?: boolean };

/** A person as {@link may} reads them. */
export function actorOf(person: Person, standing: Standing): Actor {
  if (!person) return { kind: "guest" };
  const { userId, role } = person;
  if (role === "admin") return { kind: "staff" };
  return role === "model" ? { kind: "model", id: userId } : { kind: "fan", id: userId, ...standing };
}

/** Reads a room by its slug or its model's id and asks the rule; `hidden` also when there is none. */
export async function admit(
  reader: Reader,
  { catalog, clock }: Pick<RoomsNeeds, "catalog" | "clock">,
  person: Person,
  action: Action,
  key: string | number,
): Promise<Result<Admitted, AdmissionRefusal>> {
  const room = await (typeof key === "number" ? roomOfModel(reader, key) : roomBySlug(reader, key));
  if (!room) return refuse("hidden");
  const model = await catalog.model(reader, room.model_id, person?.userId ?? 0);
  if (!model) return refuse("hidden");
  // Only the chat asks how a fan stands in it.
  const standing =
    person?.role === "fan" && (action === "say" || action === "moderate")
      ? await standingOf(reader, room.model_id, person.userId, clock.now())
      : {};
  const { banned, blocked } = model;
  const answer = may(actorOf(person, { banned, blocked, ...standing }), action, stateOf(room, model));
  return answer.ok ? ok({ room, model }) : answer;
}

export type JoinRefusal = "forbidden" | "not_found";

/** The people who may join a room's topic: those who may listen in it. */
export function mayJoin(needs: RoomsNeeds) {
  return async (subject: Subject, topic: Topic): Promise<Result<{ audience?: number }, JoinRefusal>> => {
    // Before anything is read: guests cost nothing to make, and a room's topic is for none of them.
    if (subject.userId === null) return refuse("forbidden");
    const { userId, role } = subject;
    if (!topic.startsWith("room:")) return refuse("forbidden");
    const slug = topic.slice("room:".length);
    const admitted = await admit(needs.db, needs, { userId, role }, "listen", slug);
    if (!admitted.ok) return refuse(admitted.refusal === "hidden" ? "not_found" : "forbidden");
    // A topic is identified by its exact name: another spelling would be another, silent topic.
    const { room } = admitted;
    return room.slug === slug ? ok({ audience: room.audience_version }) : refuse("not_found");
  };
}
