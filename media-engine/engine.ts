import { randomUUID } from "node:crypto";
import { seatFramesViewer } from "#engine/frames-seat.ts";
import type { LetIn } from "#engine/frames/frames-door.ts";
import type {
  EngineEvent,
  EngineRefusal,
  FramesWatch,
  MediaLoss,
  PublishAfter,
  RoomReport,
  ViewerFlow,
} from "#engine/ipc/protocol.ts";
import type { LayerPreference } from "#engine/layer-choice.ts";
import { limits } from "#engine/limits.ts";
import { negotiatePublisher, negotiateViewer } from "#engine/negotiation.ts";
import { type PublishedMedia, Publisher } from "#engine/publisher.ts";
import { Room } from "#engine/room.ts";
import { type AnswerSection, buildAnswer } from "#engine/sdp/answer.ts";
import { type Offer, parseOffer } from "#engine/sdp/offer.ts";
import { Session } from "#engine/session.ts";
import { type Network, Transport, type TransportEvents } from "#engine/transport.ts";
import { Viewer } from "#engine/viewer.ts";

type Refused = { ok: false; refusal: EngineRefusal };
type Answered = { ok: true; sessionId: string; answerSdp: string } | Refused;

/** All rooms of one process. */
export class Engine {
  /** What the viewers have lost, all of them together. */
  readonly loss: MediaLoss = { expected: 0, lost: 0 };
  readonly #network: Network;
  readonly #emit: (event: EngineEvent) => void;
  readonly #now: () => number;
  readonly #rooms = new Map<string, Room>();
  readonly #roomOfSession = new Map<string, Room>();
  /** Viewers over HTTPS who are let in and sent nothing yet, by their session. */
  readonly #beginnings = new Map<string, () => void>();
  /** Rooms whose viewers get nothing, whether they exist or not. */
  readonly #held = new Set<string>();

  constructor(
    network: Network,
    emit: (event: EngineEvent) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#network = network;
    this.#emit = emit;
    this.#now = now;
  }

  /**
   * Takes up a publisher; the one before it is ended, the viewers stay. `after` refuses to follow any other publisher
   * than the ones it means, which may be others when the offer has been answered.
   */
  async publish(roomId: string, offerSdp: string, after?: PublishAfter): Promise<Answered> {
    if (!mayFollow(this.#rooms.get(roomId), after)) return refused("other_publisher");
    const offer = parseOffer(offerSdp);
    if (!offer) return refused("bad_sdp");
    const negotiated = negotiatePublisher(offer);
    if (typeof negotiated === "string") return refused(negotiated);
    if (this.#roomOfSession.size >= limits.sessions) return refused("too_many");
    const room = this.#room(roomId);
    const session = this.#openSession(room, "publisher", "");
    const publisher = receiveFrom(session, room, negotiated.media);
    const answerSdp = await this.#connect(room, session, offer, negotiated.sections, {
      onOpen: () => publisher.requestKeyframe(this.#now()),
      onPacket: (packet) => publisher.receive(packet, this.#now()),
    });
    if (answerSdp === null) return refused("bad_sdp");
    if (session.isEnded) return refused("interrupted");
    if (!mayFollow(room, after)) {
      this.#endSession(room, session);
      return refused("other_publisher");
    }
    this.#install(room, publisher);
    return { ok: true, sessionId: session.id, answerSdp };
  }

  /** Takes up a viewer of a room that somebody publishes to. `tag` comes back in the reports. */
  async play(roomId: string, offerSdp: string, tag: string, layer?: LayerPreference): Promise<Answered> {
    const room = this.#rooms.get(roomId);
    if (!room?.publisher) return refused("no_publisher");
    const offer = parseOffer(offerSdp);
    if (!offer) return refused("bad_sdp");
    const negotiated = negotiateViewer(offer, sourcesOf(room));
    if (typeof negotiated === "string") return refused(negotiated);
    if (this.#isFull(room)) return refused("too_many");
    const session = this.#openSession(room, "viewer", tag);
    const viewer = new Viewer({
      sessionId: session.id,
      tag,
      media: negotiated.media,
      audio: room.audio,
      video: room.video,
      ...(layer ? { layer } : {}),
      send: session.send,
      loss: this.loss,
      onKeyframeWanted: (wanted) => room.publisher?.requestKeyframe(this.#now(), wanted),
    });
    if (!this.#canWatch(room, viewer)) {
      this.#endSession(room, session);
      return refused("unsupported_codec");
    }
    room.addViewer(viewer);
    this.#prepareKeyframe(room, viewer);
    const answerSdp = await this.#connect(room, session, offer, negotiated.sections, {
      onOpen: () => room.admit(viewer, this.#now()),
      onPacket: (packet) => viewer.receive(packet, this.#now()),
    });
    if (answerSdp === null) return refused("bad_sdp");
    return session.isEnded ? refused("no_publisher") : { ok: true, sessionId: session.id, answerSdp };
  }

  /**
   * Takes up a viewer over HTTPS of a room that somebody publishes to; it is sent nothing before {@link begin}. `letIn` takes
   * its connection over, and answers null when that has ended.
   */
  watch(watch: FramesWatch, letIn: () => LetIn | null): { ok: true; sessionId: string } | Refused {
    const room = this.#rooms.get(watch.room);
    if (!room?.publisher) return refused("no_publisher");
    const codec = room.publisher.media.video.codec.name;
    if (!watch.video.includes(codec)) return refused("unsupported_codec");
    if (this.#isFull(room)) return refused("too_many");
    const admitted = letIn();
    if (!admitted) return refused("interrupted");
    const session = this.#openSession(room, "viewer", watch.tag);
    session.attach(admitted.wire);
    const begin = seatFramesViewer(room, session.id, watch, admitted, {
      now: this.#now,
      onClosed: () => this.#endSession(room, session),
    });
    this.#beginnings.set(session.id, begin);
    return { ok: true, sessionId: session.id };
  }

  /** Begins to send to a viewer over HTTPS; false when it has ended. */
  begin(sessionId: string): boolean {
    const begin = this.#beginnings.get(sessionId);
    this.#beginnings.delete(sessionId);
    begin?.();
    return begin !== undefined;
  }

  /** Ends one session; false when there is no such session. */
  end(sessionId: string): boolean {
    const room = this.#roomOfSession.get(sessionId);
    const session = room?.sessions.get(sessionId);
    if (!room || !session) return false;
    this.#endSession(room, session);
    return true;
  }

  /**
   * Ends the viewers of a room, those still connecting too, but for the ones with these tags. Where nobody stays, those who
   * come next may be others: they are sent nothing of before.
   */
  endRoomViewers(roomId: string, exceptTags: readonly string[]): void {
    const kept = new Set(exceptTags);
    if (kept.size === 0) this.#rooms.get(roomId)?.seal(this.#now());
    this.#endWhere(roomId, (session) => session.role === "viewer" && !kept.has(session.tag));
  }

  /** Has a viewer sent another layer from now on; false when there is no such viewer. */
  prefer(sessionId: string, layer: LayerPreference): boolean {
    return this.#roomOfSession.get(sessionId)?.prefer(sessionId, layer, this.#now()) ?? false;
  }

  endPublisher(roomId: string): void {
    this.#rooms.get(roomId)?.publisher?.dismiss(this.#now());
    this.#endWhere(roomId, (session) => session.role === "publisher");
  }

  /**
   * Sends the viewers of a room nothing, no matter who publishes to it or comes, until it is let go. Once this returns not
   * one packet goes out.
   */
  hold(roomId: string, held: boolean): void {
    if (held) this.#held.add(roomId);
    else this.#held.delete(roomId);
    this.#rooms.get(roomId)?.hold(held, this.#now());
  }

  requestKeyframe(roomId: string): void {
    this.#rooms.get(roomId)?.publisher?.requestKeyframe(this.#now());
  }

  /** To be called every 20 ms or so: repair of what is lost. */
  repair(): void {
    const nowMs = this.#now();
    for (const room of this.#rooms.values()) room.repair(nowMs);
  }

  /** To be called every 80 ms or so: congestion feedback and the watchdog. */
  observe(): void {
    const nowMs = this.#now();
    for (const room of this.#rooms.values()) {
      room.publisher?.sendFeedback();
      room.watch(nowMs);
    }
  }

  /** To be called each second: RTCP reports, sessions that have waited too long. Answers how each room fares. */
  report(): RoomReport[] {
    const nowMs = this.#now();
    for (const room of this.#rooms.values()) {
      room.sendReports(nowMs);
      for (const session of room.overdue(nowMs)) this.#endSession(room, session);
    }
    for (const room of this.#rooms.values()) if (room.isOver(nowMs)) this.#rooms.delete(room.id);
    return [...this.#rooms.values()].map((room) => room.describe(nowMs));
  }

  /** The media that flowed lately to each viewer of a room, as far as it is known now. */
  flows(roomId: string): ViewerFlow[] {
    return this.#rooms.get(roomId)?.flows(this.#now()) ?? [];
  }

  #room(id: string): Room {
    const known = this.#rooms.get(id);
    if (known) return known;
    const room = new Room(id, this.#emit);
    room.hold(this.#held.has(id), this.#now());
    this.#rooms.set(id, room);
    return room;
  }

  #isFull(room: Room): boolean {
    return this.#roomOfSession.size >= limits.sessions || room.sessions.size > limits.viewersPerRoom;
  }

  #canWatch(room: Room, viewer: Viewer): boolean {
    const codec = room.publisher?.media.video.codec.name;
    return codec === undefined || viewer.canPlay(codec);
  }

  /** Asked for while the joiner still connects, a keyframe is there when it has. */
  #prepareKeyframe(room: Room, viewer: Viewer): void {
    const nowMs = this.#now();
    const layer = viewer.firstLayer(room.layers, nowMs);
    if (layer && layer.out.keyframeAgeMs(nowMs) <= limits.joinBurstAgeMs / 2) return;
    room.publisher?.requestKeyframe(nowMs, layer);
  }

  #openSession(room: Room, role: Session["role"], tag: string): Session {
    const session = new Session(randomUUID(), role, tag, this.#now());
    room.sessions.set(session.id, session);
    this.#roomOfSession.set(session.id, room);
    return session;
  }

  /** Opens the connection and writes the answer; null when the transport refuses the offer. */
  async #connect(
    room: Room,
    session: Session,
    offer: Offer,
    sections: (AnswerSection | null)[],
    events: Omit<TransportEvents, "onGone">,
  ): Promise<string | null> {
    const onGone = () => this.#endSession(room, session);
    try {
      const { transport, local } = await Transport.open(this.#network, offer, { ...events, onGone });
      session.attach(transport);
      return buildAnswer(offer, local, sections);
    } catch {
      this.#endSession(room, session);
      return null;
    }
  }

  #install(room: Room, publisher: Publisher): void {
    const before = room.publisher?.sessionId;
    room.publisher?.dismiss(this.#now());
    const unable = room.takePublisher(publisher);
    for (const sessionId of before ? [before, ...unable] : unable) this.end(sessionId);
  }

  #endWhere(roomId: string, isMeant: (session: Session) => boolean): void {
    const room = this.#rooms.get(roomId);
    if (!room) return;
    for (const session of [...room.sessions.values()]) if (isMeant(session)) this.#endSession(room, session);
  }

  #endSession(room: Room, session: Session): void {
    if (session.isEnded) return;
    session.end();
    this.#beginnings.delete(session.id);
    const nowMs = this.#now();
    room.remove(session, nowMs);
    this.#roomOfSession.delete(session.id);
    if (room.isOver(nowMs) && this.#rooms.get(room.id) === room) this.#rooms.delete(room.id);
    this.#emit({ kind: "session-closed", room: room.id, sessionId: session.id });
  }
}

function refused(refusal: EngineRefusal): Refused {
  return { ok: false, refusal };
}

function receiveFrom(session: Session, room: Room, media: PublishedMedia): Publisher {
  const publisher: Publisher = new Publisher({
    sessionId: session.id,
    media,
    videoSsrc: room.video.ssrc,
    send: session.send,
    onMedia: (received, layer, nowMs) => room.forward(publisher, received, layer, nowMs),
  });
  return publisher;
}

function mayFollow(room: Room | undefined, after: PublishAfter | undefined): boolean {
  const current = room?.publisher?.sessionId ?? null;
  if (after === undefined) return true;
  if (after === "nobody") return current === null;
  return current !== null && (after === "somebody" || after.includes(current));
}

function sourcesOf(room: Room) {
  return { audioSsrc: room.audio.ssrc, videoSsrc: room.video.ssrc, videoRtxSsrc: room.video.rtxSsrc };
}
