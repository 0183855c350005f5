import type { Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Subject } from "../connection.ts";
import { memoryPresence, type Page, type Presence } from "../presence.ts";
import type { Bus } from "./bus.ts";
import type { FeedEntry } from "./feed.ts";

type PresenceNeeds = {
  bus: Bus;
  clock: Clock;
  report: (error: unknown) => void;
  /** A node that does not renew for this long is gone, and everybody whom it had. */
  leaseMs?: number;
};

type Member = { topic: Topic; page: Page };

/**
 * Presence on all nodes. Each knows whom every node has: it notifies the others of arrivals and departures, and keeps
 * both in Redis with an expiry, for nodes that begin later. A notice that could not be sent is made up for at the
 * next renewal, within a third of the lease.
 */
export function redisPresence({ bus, clock, report, leaseMs = 10_000 }: PresenceNeeds): Presence {
  /** Everybody, once for each node that has them. */
  const everywhere = memoryPresence(report);
  /** The users of this node, by page: a user's second page here is no news for the other nodes. */
  const here = memoryPresence(report);
  const members = membersOfNodes(everywhere);
  let isSent = true;
  let hasRead = true;
  /** Entries that came while the members are read: they may be newer than those. */
  let meanwhile: FeedEntry[] | null = null;

  here.onChange(({ topic, subject, joined, key }) => {
    const page = { subject, subjectKey: subject.userId === null ? `${bus.node}/${key}` : key };
    const place = placeOf({ topic, page });
    if (joined) members.put(bus.node, place, { topic, page });
    else members.drop(bus.node, place);
    send("move", joined ? "in" : "out", place, JSON.stringify(subject));
  });

  function send(script: "move" | "republish", ...args: string[]): void {
    bus.send(script, bus.node, leaseMs, ...args).catch(() => {
      isSent = false;
    });
  }

  function republish(): void {
    isSent = true;
    const own = [...members.of(bus.node)];
    send("republish", ...own.flatMap(([place, { page }]) => [place, JSON.stringify(page.subject)]));
  }

  function moved(entry: FeedEntry): void {
    const { node = "", turn, place = "", subject = "" } = entry;
    if (node === bus.node) return;
    meanwhile?.push(entry);
    if (turn === "in") members.put(node, place, memberOf(place, subject));
    else members.drop(node, place);
  }

  /**
   * Reads whom the others have, and then follows what was published since; at the next renewal again where that fails.
   */
  async function readOthers(): Promise<void> {
    const since: FeedEntry[] = [];
    meanwhile = since;
    hasRead = false;
    const answer = (await bus.send("members")) as [node: string, fields: string[]][];
    if (meanwhile !== since) return;
    meanwhile = null;
    hasRead = true;
    members.replaceOthers(bus.node, presentAfter(answer, since));
  }

  async function renew(): Promise<void> {
    const [isKnown, alive] = (await bus.send("renew", bus.node, leaseMs)) as [number, string[]];
    if (!isKnown || !isSent) republish();
    for (const node of members.nodes()) if (node !== bus.node && !alive.includes(node)) members.forget(node);
    if (!hasRead) await readOthers();
  }

  const safely = (work: () => Promise<void>) => () =>
    void work().catch((error) => {
      // While Redis is away everybody stays where they were last seen.
      if (bus.isUp()) report(error);
    });
  bus.on("presence", moved);
  bus.on("node", ({ node }) => node !== bus.node && safely(readOthers)());
  bus.onUp(() => {
    republish();
    safely(readOthers)();
  });
  const cancel = clock.every(leaseMs / 3, safely(renew));
  return {
    enter: here.enter,
    leave: here.leave,
    count: everywhere.count,
    onChange: everywhere.onChange,
    async stop() {
      cancel();
      await bus.send("leave", bus.node, leaseMs).catch(() => undefined);
    },
  };
}

/** The people on other nodes, as Redis had them, with the notices since: nobody comes or goes a second time. */
function presentAfter(
  answer: readonly [node: string, fields: string[]][],
  since: readonly FeedEntry[],
): Map<string, Map<string, string>> {
  const present = new Map(answer.map(([node, fields]) => [node, subjectsOf(fields)]));
  for (const { node = "", turn, place = "", subject = "" } of since) {
    const places = present.get(node) ?? new Map<string, string>();
    present.set(node, places);
    if (turn === "in") places.set(place, subject);
    else places.delete(place);
  }
  return present;
}

/** The members that each node has, who are in `everywhere` once for each node. */
function membersOfNodes(everywhere: Presence) {
  const ofNodes = new Map<string, Map<string, Member>>();

  function put(node: string, place: string, member: Member): void {
    const members = ofNodes.get(node) ?? new Map<string, Member>();
    ofNodes.set(node, members);
    if (members.has(place)) return;
    members.set(place, member);
    everywhere.enter(member.topic, member.page);
  }

  function drop(node: string, place: string): void {
    const members = ofNodes.get(node);
    const member = members?.get(place);
    if (!member || !members?.delete(place)) return;
    if (members.size === 0) ofNodes.delete(node);
    everywhere.leave(member.topic, member.page);
  }

  function forget(node: string): void {
    for (const place of placesOf(node)) drop(node, place);
  }

  const placesOf = (node: string) => [...(ofNodes.get(node)?.keys() ?? [])];

  return {
    put,
    drop,
    forget,
    nodes: () => [...ofNodes.keys()],
    of: (node: string): ReadonlyMap<string, Member> => ofNodes.get(node) ?? new Map<string, Member>(),
    /** Takes what was read as the truth about all nodes but `own`. */
    replaceOthers(own: string, read: ReadonlyMap<string, ReadonlyMap<string, string>>): void {
      for (const node of [...ofNodes.keys()]) if (node !== own && !read.has(node)) forget(node);
      for (const [node, present] of read) {
        if (node === own) continue;
        for (const place of placesOf(node)) if (!present.has(place)) drop(node, place);
        for (const [place, subject] of present) put(node, place, memberOf(place, subject));
      }
    },
  };
}

/** The fields of a hash in Redis: places and who is there. */
function subjectsOf(fields: readonly string[]): Map<string, string> {
  const subjects = new Map<string, string>();
  for (let index = 0; index + 1 < fields.length; index += 2)
    subjects.set(fields[index] ?? "", fields[index + 1] ?? "");
  return subjects;
}

/** A topic holds no space, so that it can be split from the key before it. */
const placeOf = ({ topic, page }: Member) => `${page.subjectKey} ${topic}`;

function memberOf(place: string, subject: string): Member {
  const end = place.lastIndexOf(" ");
  const page = { subject: JSON.parse(subject) as Subject, subjectKey: place.slice(0, end) };
  return { topic: place.slice(end + 1) as Topic, page };
}
