import { randomUUID } from "node:crypto";
import type { ViewerFlow, ViewerReport } from "#engine/ipc/protocol.ts";
import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";
import { monotonicMs } from "#server/kit/nodes/ownership.ts";
import { createSessionRegistry, type RegisteredViewer } from "../session-registry.ts";
import { sessionKindOf } from "../viewer-tag.ts";
import type { LivekitApi } from "./livekit-api.ts";
import { ReceivedFlow, type ReceivedReport } from "./received-flow.ts";

/** One viewer's connection through our signalling proxy. */
export type ViewerSession = RegisteredViewer & {
  /** As whom they joined LiveKit's room; of no other session. */
  identity: string;
  /** LiveKit's id of the participant; null until it has let them in. */
  sessionId: string | null;
  isOver: boolean;
  /** Whether LiveKit was last asked to send them the publisher's tracks. */
  receives: boolean;
  flow: ReceivedFlow | null;
  /** Ends both ends of the signalling; called once. A page that a newer one replaces is told so. */
  hangUp(isReplaced: boolean): void;
};

const prefix = "viewer ";
/** Reports still contain a viewer who has left for this long. */
const departedMs = 10_000;
/** A full room has more viewers than one should open connections to LiveKit. */
const callsAtOnce = 32;

/** The tag of a viewer by their identity; null for one who is no viewer. */
function tagOf(identity: string): string | null {
  return identity.startsWith(prefix) ? (identity.slice(prefix.length).split(" ")[1] ?? null) : null;
}

function isViewer(identity: string, isMeant: (tag: string) => boolean = () => true): boolean {
  const tag = tagOf(identity);
  return tag !== null && isMeant(tag);
}

export type ViewerSessions = ReturnType<typeof createViewerSessions>;

type ViewerNeeds = {
  api: Pick<LivekitApi, "allow" | "participants" | "remove" | "rooms">;
  publishedMs(room: string): number;
  /** Are the viewers of a room to be sent nothing now? */
  isHeld(room: string): boolean;
  onClosed(room: string, sessionId: string): void;
};

/** The sessions of this process, and the ends of everybody's. */
export function createViewerSessions(needs: ViewerNeeds) {
  const { api, publishedMs } = needs;
  const registry = createSessionRegistry();
  const open = new Set<ViewerSession>();
  const departed = departedFlows();
  const inTurn = createKeyedMutex();
  const forgetPending = new Map<ViewerSession, () => void>();

  function settle(session: ViewerSession): void {
    forgetPending.get(session)?.();
    forgetPending.delete(session);
  }

  const inRoom = (room: string) => [...open].filter((session) => session.room === room);

  function close(session: ViewerSession, isReplaced = false): void {
    if (session.isOver) return;
    session.isOver = true;
    open.delete(session);
    settle(session);
    session.hangUp(isReplaced);
    if (session.sessionId === null) return;
    registry.remove(session.sessionId);
    if (session.flow) departed.keep(session.room, flowOf(session, session.sessionId, session.flow));
    needs.onClosed(session.room, session.sessionId);
  }

  function flowOf({ room, tag, receives }: ViewerSession, sessionId: string, flow: ReceivedFlow): ViewerFlow {
    flow.noteSent(publishedMs(room), receives);
    return { sessionId, tag, sentMs: flow.sentMs, flowed: flow.intervals };
  }

  /** Once resolved, not one packet goes to them. */
  async function end(session: ViewerSession, isReplaced = false): Promise<void> {
    close(session, isReplaced);
    await api.remove(session.room, session.identity);
  }

  /** Viewers whom this process did not let in are ended as well: an earlier process, or another node, did. */
  async function endAll(room: string, isGone: (tag: string) => boolean): Promise<void> {
    const mine = inRoom(room).filter(({ tag }) => isGone(tag));
    for (const session of mine) close(session);
    const present = await identitiesIn(room);
    const theirs = present.filter((identity) => isViewer(identity, isGone));
    await removeAll(room, new Set([...theirs, ...mine.map(({ identity }) => identity)]));
  }

  const identitiesIn = async (room: string) => (await api.participants(room)).map(({ identity }) => identity);

  const removeAll = (room: string, identities: ReadonlySet<string>) =>
    inParallel([...identities], (identity) => api.remove(room, identity));

  /** One change after the other: the last request to LiveKit is what stands. */
  const adjust = (session: ViewerSession) =>
    inTurn(session.identity, async () => {
      const receives = !needs.isHeld(session.room);
      if (session.isOver || session.receives === receives) return;
      await api.allow(session.room, session.identity, receives);
      session.receives = receives;
    });

  async function endEarlier(room: string): Promise<void> {
    const present = await identitiesIn(room);
    // Read after the list: who is in it and was let in here is counted before LiveKit knows them.
    const here = new Set([...open].map(({ identity }) => identity));
    const isEarlier = (identity: string) => isViewer(identity) && !here.has(identity);
    await removeAll(room, new Set(present.filter(isEarlier)));
  }

  return {
    /** Counts a viewer who is being let in. */
    begin(viewer: RegisteredViewer, hangUp: ViewerSession["hangUp"]): ViewerSession {
      const session = newcomer(viewer, hangUp);
      open.add(session);
      forgetPending.set(session, registry.addPending(viewer));
      return session;
    },
    /** LiveKit has let them in; resolved when it knows whether they may be sent anything. */
    async joined(session: ViewerSession, sessionId: string): Promise<void> {
      if (session.isOver || session.sessionId !== null) return;
      settle(session);
      session.sessionId = sessionId;
      session.flow = new ReceivedFlow(monotonicMs(), publishedMs(session.room));
      registry.add(sessionId, session);
      return adjust(session);
    },
    /** Takes the publisher's tracks away from the viewers of a room that is held now, or gives them back. */
    async adjust(room: string): Promise<void> {
      const joined = inRoom(room).filter(({ sessionId }) => sessionId !== null);
      await inParallel(joined, adjust);
    },
    received(session: ViewerSession, report: ReceivedReport): void {
      session.flow?.take(report, monotonicMs(), publishedMs(session.room));
    },
    end: (session: ViewerSession) => end(session),
    endAll,
    /** Ends the viewers whom this process did not let in. */
    endEarlier: async () => void (await Promise.all((await api.rooms()).map(endEarlier))),
    async endEverywhere(isGone: (tag: string) => boolean): Promise<void> {
      const rooms = new Set([...(await api.rooms()), ...registry.rooms()]);
      await Promise.all([...rooms].map((room) => endAll(room, isGone)));
    },
    /**
     * Ends one session in favour of a newer one: a viewer's page ends its own by its signalling, and not from here. A
     * preview makes room without being told so, see `media-access.ts`.
     */
    async endSession(sessionId: string): Promise<boolean> {
      const session = [...open].find((each) => each.sessionId === sessionId);
      if (session) await end(session, sessionKindOf(session.tag) !== "preview");
      return session !== undefined;
    },
    viewers: registry.viewers,
    rooms: registry.rooms,
    report: (room: string) => inRoom(room).flatMap((session) => reportsOf(session, flowOf)),
    departed: departed.of,
    stop() {
      for (const session of [...open]) close(session);
    },
  };
}

type FlowOf = (session: ViewerSession, sessionId: string, flow: ReceivedFlow) => ViewerFlow;

/** The reports about a session: none before LiveKit has let it in. */
function reportsOf(session: ViewerSession, flowOf: FlowOf): ViewerReport[] {
  const { sessionId, flow } = session;
  if (sessionId === null || !flow) return [];
  return [{ ...flowOf(session, sessionId, flow), connected: true, packetsSent: flow.packets, lossRatio: 0 }];
}

const newcomer = (viewer: RegisteredViewer, hangUp: ViewerSession["hangUp"]): ViewerSession => ({
  ...viewer,
  identity: `${prefix}${randomUUID()} ${viewer.tag}`,
  sessionId: null,
  isOver: false,
  receives: true,
  flow: null,
  hangUp,
});

/** The media that had flowed to those who left, for as long as reports contain it. */
function departedFlows() {
  let left: { room: string; flow: ViewerFlow; atMs: number }[] = [];
  const stillReported = () => left.filter(({ atMs }) => monotonicMs() - atMs < departedMs);
  return {
    keep(room: string, flow: ViewerFlow): void {
      left = [...stillReported(), { room, flow, atMs: monotonicMs() }];
    },
    of: (room: string): ViewerFlow[] =>
      stillReported().flatMap((one) => (one.room === room ? [one.flow] : [])),
  };
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const next = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: callsAtOnce }, next));
}
