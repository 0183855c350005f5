import { ok, type Result, refuse } from "#server/kit/result.ts";

/**
 * The person whom the decision is about. A fan is `banned` by the room's own model, has `blocked` that model
 * themselves, is a `moderator` of its chat by the model's choice, or `muted` in it for now.
 */
export type Actor =
  | { kind: "guest" }
  | { kind: "staff" }
  | { kind: "model"; id: number }
  | { kind: "fan"; id: number; banned: boolean; blocked?: boolean; moderator?: boolean; muted?: boolean };

type Fan = Extract<Actor, { kind: "fan" }>;

/**
 * The actions that somebody may want in a room:
 * `see` that it is live, on cards, lists and profiles · `preview` its silent public picture there · `enter` it and read
 * its history · `watch` its media · `listen` to its events · `say`: post in its chat · `moderate` what fans post there
 * · `tip` its model · `request` a show · `spy` on a private one · `publish` its media · `send_camera`: show the model
 * one's own camera · `see_camera`: watch the one of the show's fan.
 */
export type Action =
  | "see"
  | "preview"
  | "enter"
  | "watch"
  | "listen"
  | "say"
  | "moderate"
  | "tip"
  | "request"
  | "spy"
  | "publish"
  | "send_camera"
  | "see_camera";

export type Mode = "public" | "private" | "vip" | "promo";
export type Role = "payer" | "spy" | "promo";

/** The state of the room. `state` is `ended` while the model is not live. */
export type RoomState = {
  modelId: number;
  /** False while staff keeps the model out of the lists, or once their account is closed. */
  listed: boolean;
  suspended: boolean;
  mode: Mode;
  state: "live" | "paused" | "ended";
  spiesAllowed: boolean;
  /** The model takes the camera of a fan who pays for a show. */
  twoWayAllowed: boolean;
  /** The fans who take part in the show; none in public. */
  participants: readonly { fanId: number; role: Role }[];
};

/**
 * `hidden`: there is no such model for this person · `model_blocked`: they have blocked the model · `not_live` · `in_show`: the room is another fan's for now ·
 * `read_only`: a spy does not write · `muted`: nor does
 * whom a moderator has muted in the public chat · `not_moderator`: the model has not made them one · `not_spyable` · `no_show`: the room is in no show that could have it ·
 * `two_way_not_allowed` · `suspended`: staff has closed the model's doors.
 */
export type AdmissionRefusal =
  | "sign_in"
  | "fans_only"
  | "not_yours"
  | "hidden"
  | "banned"
  | "model_blocked"
  | "not_live"
  | "in_show"
  | "read_only"
  | "muted"
  | "not_moderator"
  | "not_spyable"
  | "no_show"
  | "two_way_not_allowed"
  | "suspended";

export type Admission = Result<object, AdmissionRefusal>;

/**
 * The one rule of who may do what in a room. A ban closes every door of it, and so does a fan's own block of its model; the model's own room is open to the model
 * alone; of a promo nobody but its fan learns that it is there.
 */
export function may(actor: Actor, action: Action, room: RoomState): Admission {
  const refusal = whyNot(actor, action, room);
  return refusal ? refuse(refusal) : ok({});
}

function whyNot(actor: Actor, action: Action, room: RoomState): AdmissionRefusal | null {
  if (action === "preview") return whyNotPreview(actor, room);
  if (actor.kind === "model" && actor.id === room.modelId) return whyNotOwn(action, room);
  if (actor.kind === "staff") return action === "see" ? null : "fans_only";
  if (action === "publish" || action === "see_camera") return "not_yours";
  if (!room.listed) return "hidden";
  if (action === "see") return seesShow(actor, room) ? null : "not_live";
  if (actor.kind === "guest") return "sign_in";
  if (actor.kind === "model") return "not_yours";
  return whyApart(actor) ?? whyNotFan(actor, action, room);
}

/**
 * Everybody may see the silent preview of a public room, except a fan whom the model has banned, or who has blocked
 * the model.
 */
function whyNotPreview(actor: Actor, room: RoomState): AdmissionRefusal | null {
  if (!room.listed) return "hidden";
  if (!seesShow(actor, room)) return "not_live";
  if (room.mode !== "public") return "in_show";
  return actor.kind === "fan" ? whyApart(actor) : null;
}

/** A ban or a block keeps a fan and a model apart in every state of the room. */
function whyApart({ banned, blocked }: Fan): "banned" | "model_blocked" | null {
  if (banned) return "banned";
  return blocked ? "model_blocked" : null;
}

function whyNotOwn(action: Action, room: RoomState): AdmissionRefusal | null {
  if (action === "publish") return room.suspended ? "suspended" : null;
  if (action === "see" || action === "enter" || action === "watch")
    return room.state === "ended" ? "not_live" : null;
  if (action === "see_camera") return hasCamera(room) ? null : "no_show";
  return action === "say" || action === "moderate" || action === "listen" ? null : "fans_only";
}

/** A camera comes to those who pay for a show of their own: never to the public or a promo. */
const hasCamera = ({ mode, state }: RoomState) => state !== "ended" && (mode === "private" || mode === "vip");

function whyNotFan(fan: Fan, action: Action, room: RoomState): AdmissionRefusal | null {
  // A model's page takes tips whether they are live or not, and no matter who they are with.
  if (action === "tip") return null;
  const role = room.participants.find((participant) => participant.fanId === fan.id)?.role;
  const isPublic = room.mode === "public";
  // Words in a show are between its people: moderators keep order in public alone, before and after a stream too.
  if (action === "moderate") {
    if (!fan.moderator) return "not_moderator";
    if (isPublic) return null;
    return room.mode === "promo" && !role ? "not_live" : "in_show";
  }
  // Fans who stay after the end of a stream may receive its model's messages.
  if (action === "listen") return isPublic || role ? null : "in_show";
  if (room.state === "ended" || (room.mode === "promo" && !role)) return "not_live";
  switch (action) {
    case "request":
      return isPublic ? null : "in_show";
    case "spy":
      return room.mode === "private" && room.spiesAllowed && !role ? null : "not_spyable";
    case "send_camera":
      if (role !== "payer") return role === "spy" ? "read_only" : isPublic || role ? "no_show" : "in_show";
      return room.twoWayAllowed ? null : "two_way_not_allowed";
    case "say":
      if (role === "spy") return "read_only";
      if (isPublic) return fan.muted ? "muted" : null;
      return role ? null : "in_show";
    default:
      return isPublic || role ? null : "in_show";
  }
}

/** Everybody may know of a stream, but of a promo only its fan. */
function seesShow(actor: Actor, { state, mode, participants }: RoomState): boolean {
  if (state === "ended") return false;
  if (mode !== "promo") return true;
  return actor.kind === "fan" && participants.some(({ fanId }) => fanId === actor.id);
}
