import { expect, test } from "vitest";
import { type Action, type Actor, may, type RoomState } from "./admission.ts";

const modelId = 1;
const [payer, spy, stranger] = [11, 12, 13];
const fan = (id: number, banned = false): Actor => ({ kind: "fan", id, banned });

const actors = {
  guest: { kind: "guest" },
  fan: fan(stranger),
  moderator: { kind: "fan", id: stranger, banned: false, moderator: true },
  muted: { kind: "fan", id: stranger, banned: false, muted: true },
  payer: fan(payer),
  spy: fan(spy),
  banned: fan(stranger, true),
  blocker: { kind: "fan", id: stranger, banned: false, blocked: true },
  model: { kind: "model", id: modelId },
  "another model": { kind: "model", id: 2 },
  staff: { kind: "staff" },
} satisfies Record<string, Actor>;
type ActorName = keyof typeof actors;

const publicRoom: RoomState = {
  modelId,
  listed: true,
  suspended: false,
  mode: "public",
  state: "live",
  spiesAllowed: false,
  twoWayAllowed: false,
  participants: [],
};
const withPayer = [{ fanId: payer, role: "payer" }] as const;
const withSpy = [...withPayer, { fanId: spy, role: "spy" }] as const;
/** In a promo the one whom the table calls payer is its fan. */
const withPromo = [{ fanId: payer, role: "promo" }] as const;
const rooms = {
  offline: { ...publicRoom, state: "ended" },
  public: publicRoom,
  paused: { ...publicRoom, state: "paused" },
  private: { ...publicRoom, mode: "private", participants: withPayer },
  "private with spies": {
    ...publicRoom,
    mode: "private",
    spiesAllowed: true,
    twoWayAllowed: true,
    participants: withSpy,
  },
  vip: { ...publicRoom, mode: "vip", twoWayAllowed: true, participants: withPayer },
  promo: { ...publicRoom, mode: "promo", twoWayAllowed: true, participants: withPromo },
  hidden: { ...publicRoom, listed: false },
  suspended: { ...publicRoom, listed: false, suspended: true },
} satisfies Record<string, RoomState>;

const actions = [
  "see",
  "preview",
  "enter",
  "watch",
  "listen",
  "say",
  "moderate",
  "tip",
  "request",
  "spy",
  "publish",
  "send_camera",
  "see_camera",
] as const;
const letters = {
  ok: null,
  sign: "sign_in",
  fans: "fans_only",
  own: "not_yours",
  hid: "hidden",
  ban: "banned",
  blk: "model_blocked",
  off: "not_live",
  show: "in_show",
  read: "read_only",
  mute: "muted",
  nomod: "not_moderator",
  nospy: "not_spyable",
  none: "no_show",
  two: "two_way_not_allowed",
  susp: "suspended",
} as const;

/** Each row: the actors, and what they get for {@link actions} in their order. */
const table: Record<keyof typeof rooms, [string, string][]> = {
  offline: [
    ["guest", "off off sign sign sign sign sign sign sign sign own sign own"],
    ["fan payer spy", "off off off off ok off nomod ok off off own off own"],
    ["moderator", "off off off off ok off ok ok off off own off own"],
    ["muted", "off off off off ok off nomod ok off off own off own"],
    ["banned", "off off ban ban ban ban ban ban ban ban own ban own"],
    ["blocker", "off off blk blk blk blk blk blk blk blk own blk own"],
    ["model", "off off off off ok ok ok fans fans fans ok fans none"],
    ["another model", "off off own own own own own own own own own own own"],
    ["staff", "ok off fans fans fans fans fans fans fans fans fans fans fans"],
  ],
  public: [
    ["guest", "ok ok sign sign sign sign sign sign sign sign own sign own"],
    ["fan payer spy", "ok ok ok ok ok ok nomod ok ok nospy own none own"],
    ["moderator", "ok ok ok ok ok ok ok ok ok nospy own none own"],
    ["muted", "ok ok ok ok ok mute nomod ok ok nospy own none own"],
    ["banned", "ok ban ban ban ban ban ban ban ban ban own ban own"],
    ["blocker", "ok blk blk blk blk blk blk blk blk blk own blk own"],
    ["model", "ok ok ok ok ok ok ok fans fans fans ok fans none"],
    ["another model", "ok ok own own own own own own own own own own own"],
    ["staff", "ok ok fans fans fans fans fans fans fans fans fans fans fans"],
  ],
  paused: [
    ["guest", "ok ok sign sign sign sign sign sign sign sign own sign own"],
    ["fan payer spy", "ok ok ok ok ok ok nomod ok ok nospy own none own"],
    ["moderator", "ok ok ok ok ok ok ok ok ok nospy own none own"],
    ["muted", "ok ok ok ok ok mute nomod ok ok nospy own none own"],
    ["banned", "ok ban ban ban ban ban ban ban ban ban own ban own"],
    ["blocker", "ok blk blk blk blk blk blk blk blk blk own blk own"],
    ["model", "ok ok ok ok ok ok ok fans fans fans ok fans none"],
    ["another model", "ok ok own own own own own own own own own own own"],
    ["staff", "ok ok fans fans fans fans fans fans fans fans fans fans fans"],
  ],
  private: [
    ["guest", "ok show sign sign sign sign sign sign sign sign own sign own"],
    ["fan spy", "ok show show show show show nomod ok show nospy own show own"],
    ["moderator", "ok show show show show show show ok show nospy own show own"],
    ["muted", "ok show show show show show nomod ok show nospy own show own"],
    ["payer", "ok show ok ok ok ok nomod ok show nospy own two own"],
    ["banned", "ok show ban ban ban ban ban ban ban ban own ban own"],
    ["blocker", "ok show blk blk blk blk blk blk blk blk own blk own"],
    ["model", "ok show ok ok ok ok ok fans fans fans ok fans ok"],
    ["another model", "ok show own own own own own own own own own own own"],
    ["staff", "ok show fans fans fans fans fans fans fans fans fans fans fans"],
  ],
  "private with spies": [
    ["guest", "ok show sign sign sign sign sign sign sign sign own sign own"],
    ["fan", "ok show show show show show nomod ok show ok own show own"],
    ["moderator", "ok show show show show show show ok show ok own show own"],
    ["muted", "ok show show show show show nomod ok show ok own show own"],
    ["payer", "ok show ok ok ok ok nomod ok show nospy own ok own"],
    ["spy", "ok show ok ok ok read nomod ok show nospy own read own"],
    ["banned", "ok show ban ban ban ban ban ban ban ban own ban own"],
    ["blocker", "ok show blk blk blk blk blk blk blk blk own blk own"],
    ["model", "ok show ok ok ok ok ok fans fans fans ok fans ok"],
    ["another model", "ok show own own own own own own own own own own own"],
    ["staff", "ok show fans fans fans fans fans fans fans fans fans fans fans"],
  ],
  vip: [
    ["guest", "ok show sign sign sign sign sign sign sign sign own sign own"],
    ["fan spy", "ok show show show show show nomod ok show nospy own show own"],
    ["moderator", "ok show show show show show show ok show nospy own show own"],
    ["muted", "ok show show show show show nomod ok show nospy own show own"],
    ["payer", "ok show ok ok ok ok nomod ok show nospy own ok own"],
    ["banned", "ok show ban ban ban ban ban ban ban ban own ban own"],
    ["blocker", "ok show blk blk blk blk blk blk blk blk own blk own"],
    ["model", "ok show ok ok ok ok ok fans fans fans ok fans ok"],
    ["another model", "ok show own own own own own own own own own own own"],
    ["staff", "ok show fans fans fans fans fans fans fans fans fans fans fans"],
  ],
  promo: [
    ["guest", "off off sign sign sign sign sign sign sign sign own sign own"],
    ["fan spy", "off off off off show off nomod ok off off own off own"],
    ["moderator", "off off off off show off off ok off off own off own"],
    ["muted", "off off off off show off nomod ok off off own off own"],
    ["payer", "ok show ok ok ok ok nomod ok show nospy own none own"],
    ["banned", "off off ban ban ban ban ban ban ban ban own ban own"],
    ["blocker", "off off blk blk blk blk blk blk blk blk own blk own"],
    ["model", "ok off ok ok ok ok ok fans fans fans ok fans none"],
    ["another model", "off off own own own own own own own own own own own"],
    ["staff", "ok off fans fans fans fans fans fans fans fans fans fans fans"],
  ],
  hidden: [
    [
      "guest fan moderator muted payer spy banned blocker",
      "hid hid hid hid hid hid hid hid hid hid own hid own",
    ],
    ["model", "ok hid ok ok ok ok ok fans fans fans ok fans none"],
    ["another model", "hid hid hid hid hid hid hid hid hid hid own hid own"],
    ["staff", "ok hid fans fans fans fans fans fans fans fans fans fans fans"],
  ],
  suspended: [
    [
      "guest fan moderator muted payer spy banned blocker",
      "hid hid hid hid hid hid hid hid hid hid own hid own",
    ],
    ["model", "ok hid ok ok ok ok ok fans fans fans susp fans none"],
    ["another model", "hid hid hid hid hid hid hid hid hid hid own hid own"],
    ["staff", "ok hid fans fans fans fans fans fans fans fans fans fans fans"],
  ],
};

/** Names of actors, longest first, as they stand in a row. */
const named = (names: string): ActorName[] =>
  names === "another model" ? ["another model"] : (names.split(" ") as ActorName[]);

for (const [room, rows] of Object.entries(table) as [keyof typeof rooms, [string, string][]][])
  test(`R-ROLE-14, R-LIVE-17, R-OPEN-66, R-OPEN-73: who may do what in a room that is ${room}`, () => {
    expect(rows.flatMap(([names]) => named(names)).sort()).toEqual(Object.keys(actors).sort());
    for (const [names, expected] of rows)
      for (const name of named(names)) {
        const answers = actions.map((action: Action) => {
          const answer = may(actors[name], action, rooms[room]);
          return answer.ok ? null : answer.refusal;
        });
        const wanted = expected.split(" ").map((letter) => letters[letter as keyof typeof letters]);
        expect(answers, `${name} in ${room}`).toEqual(wanted);
      }
  });

test("Moderators keep order in public alone: not in a show that they are in, and not once they are banned; a mute is for the public chat", () => {
  const { public: inPublic, private: inPrivate, promo } = rooms;
  const inShow: Actor = { kind: "fan", id: payer, banned: false, moderator: true, muted: true };
  expect(may(inShow, "moderate", inPrivate)).toMatchObject({ refusal: "in_show" });
  expect(may(inShow, "moderate", promo)).toMatchObject({ refusal: "in_show" });
  expect(may(inShow, "say", inPrivate).ok).toBe(true);
  expect(may(inShow, "say", inPublic)).toMatchObject({ refusal: "muted" });
  expect(may({ ...inShow, banned: true }, "moderate", inPublic)).toMatchObject({ refusal: "banned" });
});
