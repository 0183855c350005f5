import { type ParticipantInfo, ParticipantInfo_State } from "@livekit/protocol";
import { AccessToken, RoomServiceClient, ServerError, type VideoGrant } from "livekit-server-sdk";
import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";
import { joinBySignalling } from "./join-by-signalling.ts";

/** Where LiveKit is (`wss://` or `https://`) and the pair of keys that its server API takes. */
export type LivekitSettings = { url: string; apiKey: string; apiSecret: string };

/** Identity of the one who publishes to a room: LiveKit ends the one before when another one joins as the same. */
export const publisherIdentity = "publisher";

/**
 * The answer of the WHIP endpoint: the SDP answer and LiveKit's id of the participant, or the HTTP status of its
 * refusal.
 */
export type WhipAnswer = { ok: true; sdp: string; participantId: string } | { ok: false; status: number };

export type LivekitApi = ReturnType<typeof livekitApi>;

const requestSeconds = 5;
/** A token is used within the call that it is made for. */
const tokenSeconds = 30;

/** The calls that we make of LiveKit. They reject when it cannot be reached; whom or what it does not know is no error. */
export function livekitApi({ url, apiKey, apiSecret }: LivekitSettings) {
  const httpOrigin = url.replace(/^ws/, "http").replace(/\/+$/, "");
  const signalUrl = httpOrigin.replace(/^http/, "ws");
  const service = new RoomServiceClient(httpOrigin, apiKey, apiSecret, {
    requestTimeout: requestSeconds,
    failover: false,
  });
  const inTurn = createKeyedMutex();

  /** A token of one room; it grants what is named and nothing else. */
  async function tokenOf(room: string, identity: string, grant: VideoGrant): Promise<string> {
    const token = new AccessToken(apiKey, apiSecret, { identity, ttl: tokenSeconds });
    const nothing = { canPublish: false, canSubscribe: false, canPublishData: false };
    token.addGrant({ roomJoin: true, room, ...nothing, ...grant });
    return token.toJwt();
  }

  async function whip(token: string, sdp: string, headers: Record<string, string> = {}): Promise<WhipAnswer> {
    const response = await fetch(`${httpOrigin}/whip/v1`, {
      method: "POST",
      headers: { "content-type": "application/sdp", authorization: `Bearer ${token}`, ...headers },
      body: sdp,
      signal: AbortSignal.timeout(requestSeconds * 1000),
    });
    const text = await response.text();
    const participantId = response.headers.get("location")?.split("/").at(-1);
    if (!response.ok || participantId === undefined) return { ok: false, status: response.status };
    return { ok: true, sdp: text, participantId };
  }

  /**
   * Asks about the participant `identity`. While they arrive or leave, LiveKit knows of them and has nobody who
   * answers for them: it answers so after three seconds, and the next call finds them there or gone. A participant
   * who is not answered for then either is taken out.
   */
  async function untilAnswered<T>(room: string, identity: string, call: () => Promise<T>): Promise<T> {
    const answer = await answerTo(call);
    if (answer) return answer.value;
    return inTurn(`${room} ${identity}`, async () => {
      const second = await answerTo(call);
      if (second) return second.value;
      await takeOut(room, identity);
      return call();
    });
  }

  /**
   * LiveKit 1.11 may keep somebody in its list who left just as it wrote them down (its `OnParticipantChanged` stores after
   * their end has deleted them): nobody ever answers for them, and they are in the list as long as the room is. Joining
   * by their identity ends anybody who was there by it, and what has joined can be removed.
   */
  async function takeOut(room: string, identity: string): Promise<void> {
    const token = await tokenOf(room, identity, { hidden: true });
    const leave = await joinBySignalling(`${signalUrl}/rtc`, token, requestSeconds * 1000);
    const remove = () => unlessUnknown(service.removeParticipant(room, identity), undefined);
    try {
      // LiveKit lets somebody in a moment before anybody answers for them.
      if (!(await answerTo(remove))) await remove();
    } finally {
      leave();
    }
  }

  return {
    /** Address of the signalling WebSocket, without the path's end. */
    signalUrl,
    viewerToken: (room: string, identity: string) =>
      tokenOf(room, identity, { canSubscribe: true, hidden: true, canUpdateOwnMetadata: true }),
    /** Sends a viewer the publisher's tracks from now on, or takes them away. */
    allow: (room: string, identity: string, receives: boolean): Promise<void> =>
      unlessUnknown(
        untilAnswered(room, identity, async () => {
          const permission = { canSubscribe: receives, hidden: true, canUpdateMetadata: true };
          await service.updateParticipant(room, identity, { permission });
        }),
        undefined,
      ),
    /** Connects a publisher by an SDP offer. */
    publish: async (room: string, sdp: string) =>
      whip(await tokenOf(room, publisherIdentity, { canPublish: true }), sdp),
    /** Subscribes to one track of a room's publisher by an SDP offer, seen by nobody. */
    listen: async (room: string, listener: { identity: string; track: string }, sdp: string) => {
      const token = await tokenOf(room, listener.identity, { canSubscribe: true, hidden: true });
      const subscribedParticipantTrackNames = { [publisherIdentity]: [listener.track] };
      return whip(token, sdp, {
        "x-livekit-clientinfo": JSON.stringify({ subscribedParticipantTrackNames }),
      });
    },
    /** Takes tracks away from the participant `identity`, who goes on with the others. */
    unsubscribe: (room: string, identity: string, trackIds: string[]): Promise<void> =>
      unlessUnknown(service.updateSubscriptions(room, identity, trackIds, false), undefined),
    rooms: async (): Promise<string[]> => (await service.listRooms()).map(({ name }) => name),
    participants: (room: string): Promise<ParticipantInfo[]> =>
      unlessUnknown(service.listParticipants(room), []),
    /** The publisher of a room now; null: nobody. */
    async publisher(room: string): Promise<ParticipantInfo | null> {
      const found = await unlessUnknown<ParticipantInfo | null>(
        service.getParticipant(room, publisherIdentity),
        null,
      );
      return found?.state === ParticipantInfo_State.DISCONNECTED ? null : found;
    },
    /** Removes the participant `identity`. */
    remove: (room: string, identity: string): Promise<void> =>
      unlessUnknown(
        untilAnswered(room, identity, () => service.removeParticipant(room, identity)),
        undefined,
      ),
    /** Ends that very session of a publisher, not one that has taken its place. */
    async endPublisher(room: string, participantId: string): Promise<void> {
      const authorization = `Bearer ${await tokenOf(room, publisherIdentity, { canPublish: true })}`;
      const signal = AbortSignal.timeout(requestSeconds * 1000);
      const address = `${httpOrigin}/whip/v1/${participantId}`;
      const response = await fetch(address, { method: "DELETE", headers: { authorization }, signal });
      if (!response.ok && response.status !== 404)
        throw new Error(`LiveKit ended no publisher: ${response.status}`);
    },
  };
}

async function unlessUnknown<T>(call: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ServerError && error.status === 404) return otherwise;
    throw error;
  }
}

/** Null when nobody answers for whom it is about. */
async function answerTo<T>(call: () => Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await call() };
  } catch (error) {
    if (isUnanswered(error)) return null;
    throw error;
  }
}

const isUnanswered = (error: unknown) =>
  error instanceof ServerError && error.status === 503 && error.message.includes("no response from servers");
