import { beforeEach, expect, test } from "vitest";
import type { Topic } from "#contract/realtime.ts";
import type { Page, Presence } from "#server/realtime/presence.ts";

/** A page of a fan, or of a guest. */
export const fansPage = (userId: number): Page => ({
  subject: { userId, role: "fan", tokenId: `session-${userId}` },
  subjectKey: `person ${userId}`,
});
export const guestsPage = (number: number): Page => ({
  subject: { userId: null },
  subjectKey: `guest ${number}`,
});

/** The people who came and went, in order, with how many there were then. */
export function followed(presence: Presence, topic: Topic): string[] {
  const turns: string[] = [];
  presence.onChange((change) => {
    if (change.topic !== topic) return;
    turns.push(`${change.subject.userId ?? "guest"} ${change.joined ? "in" : "out"}, ${change.members}`);
  });
  return turns;
}

let topics = 0;
export const newRoom = (): Topic => `room:presence${++topics}`;

/** The duties of the presence of every installation, as tests of the file that calls this. */
export function presenceContract(open: () => Promise<{ presence: Presence; errors: unknown[] }>): void {
  let presence: Presence;
  let errors: unknown[];
  let room: Topic;
  beforeEach(async () => {
    ({ presence, errors } = await open());
    room = newRoom();
  });

  test("the pages of one user are one member, who leaves with the last of them", () => {
    const turns = followed(presence, room);
    presence.enter(room, fansPage(1));
    presence.enter(room, fansPage(1));
    presence.enter(room, fansPage(2));
    presence.leave(room, fansPage(1));
    expect(presence.count(room)).toBe(2);
    presence.leave(room, fansPage(1));
    presence.leave(room, fansPage(2));
    expect(presence.count(room)).toBe(0);
    expect(turns).toEqual(["1 in, 1", "2 in, 2", "1 out, 1", "2 out, 0"]);
  });

  test("each page of a guest counts on its own, and topics count apart", () => {
    const other = newRoom();
    presence.enter(room, guestsPage(1));
    presence.enter(room, guestsPage(2));
    presence.enter(other, fansPage(1));
    expect([presence.count(room), presence.count(other)]).toEqual([2, 1]);
  });

  test("who was not there does not leave", () => {
    const turns = followed(presence, room);
    presence.leave(room, fansPage(1));
    expect([presence.count(room), turns]).toEqual([0, []]);
  });

  test("a listener that throws affects nobody, and one that has stopped gets nothing", () => {
    presence.onChange(() => {
      throw new Error("listener broke");
    });
    const turns = followed(presence, room);
    const stop = presence.onChange(() => turns.push("not stopped"));
    stop();
    presence.enter(room, fansPage(1));
    expect(turns).toEqual(["1 in, 1"]);
    expect(errors.map(String)).toEqual(["Error: listener broke"]);
  });
}
