import { randomInt } from "node:crypto";
import type { EngineEvent, RoomReport, ViewerFlow } from "#engine/ipc/protocol.ts";
import type { LayerPreference } from "#engine/layer-choice.ts";
import { limits } from "#engine/limits.ts";
import type { Publisher } from "#engine/publisher.ts";
import { type OutPacket, OutStream } from "#engine/rtp/out-stream.ts";
import type { ReceivedMedia } from "#engine/rtp/receive-stream.ts";
import type { Session } from "#engine/session.ts";
import type { VideoLayer } from "#engine/video-layer.ts";
import type { Viewer } from "#engine/viewer.ts";
import type { FramesViewer } from "./frames/frames-viewer.ts";
import { RoomFrames } from "./frames/room-frames.ts";

type Emit = (event: EngineEvent) => void;
/** Of packets by WebRTC, or of frames over HTTPS. */
type AnyViewer = Viewer | FramesViewer;

/** One publisher's media on its way to all viewers of one room. */
export class Room {
  readonly id: string;
  readonly audio = new OutStream(48_000, randomSource());
  /** The sources that viewers see the picture come from, whatever session publishes and whatever layer they are sent. */
  readonly video = { ssrc: randomSource(), rtxSsrc: randomSource() };
  /** Every session of the room, those still connecting too. */
  readonly sessions = new Map<string, Session>();
  /** The frames for viewers over HTTPS. */
  readonly frames = new RoomFrames();
  publisher: Publisher | null = null;
  readonly #emit: Emit;
  readonly #soon: (task: () => void) => void;
  /** Packets that have come in this turn of the event loop and go out at its end. */
  readonly #due = { audio: [] as OutPacket[], video: [] as OutPacket[] };
  readonly #viewers = new Map<string, AnyViewer>();
  /** The flows of viewers who have ended within the last `limits.departedMs`, and when. */
  #departed: { flow: ViewerFlow; atMs: number }[] = [];
  /** The viewers that are connected, as the flat list that each packet walks. */
  #audience: Viewer[] = [];
  #watch: "waiting" | "sending" | "silent" = "waiting";
  #sendingSinceMs = 0;
  #isHeld = false;
  #publisherGoneMs: number | null = null;

  /** `soon` runs a task at the end of the present turn of the event loop. */
  constructor(id: string, emit: Emit, soon: (task: () => void) => void = setImmediate) {
    this.id = id;
    this.#emit = emit;
    this.#soon = soon;
  }

  /** True when there is nobody in it, and nothing to report of those who were. */
  isOver(nowMs: number): boolean {
    return this.sessions.size === 0 && this.#departedBy(nowMs).length === 0;
  }

  sessionsOf(role: Session["role"]): Session[] {
    return [...this.sessions.values()].filter((session) => session.role === role);
  }

  /** Puts a publisher in charge. Answers the viewers that cannot play what it sends. */
  takePublisher(publisher: Publisher): string[] {
    this.#sendDue();
    this.publisher = publisher;
    this.frames.restart();
    this.#watch = "waiting";
    this.#publisherGoneMs = null;
    const codec = publisher.media.video.codec.name;
    const [able, unable] = partition([...this.#viewers.values()], (viewer) => viewer.canPlay(codec));
    for (const viewer of able) viewer.sendVideoAs(codec);
    return unable.map((viewer) => viewer.sessionId);
  }

  addViewer(viewer: AnyViewer): void {
    this.#viewers.set(viewer.sessionId, viewer);
    const codec = this.publisher?.media.video.codec.name;
    if (codec) viewer.sendVideoAs(codec);
  }

  /** The publisher's layers that have begun, the lowest first. */
  get layers(): readonly VideoLayer[] {
    return this.publisher?.layers.ranked ?? [];
  }

  /** Sets a viewer's choice of layer; false when there is no such viewer. */
  prefer(sessionId: string, layer: LayerPreference, nowMs: number): boolean {
    const viewer = this.#viewers.get(sessionId);
    viewer?.prefer(layer);
    if (!this.#isHeld) viewer?.steer(this.layers, nowMs);
    return viewer !== undefined;
  }

  /** Begins sending to a viewer whose connection is up. */
  admit(viewer: Viewer, nowMs: number): void {
    if (!this.#viewers.has(viewer.sessionId)) return;
    this.#sendDue();
    if (!this.#isHeld) viewer.start(this.layers, nowMs);
    this.#audience = [...this.#audience, viewer];
  }

  /** The same for a viewer over HTTPS. */
  admitFrames(viewer: FramesViewer, nowMs: number): void {
    if (!this.#viewers.has(viewer.sessionId)) return;
    this.frames.admit(viewer);
    if (!this.#isHeld) viewer.start(this.layers, nowMs);
  }

  /** Sends the viewers nothing, or goes on: with a keyframe, as if nothing had been left out. */
  hold(held: boolean, nowMs: number): void {
    if (held === this.#isHeld) return;
    this.#sendDue();
    this.#isHeld = held;
    if (held) {
      for (const out of this.#outs) out.interrupt();
      this.frames.seal();
      for (const viewer of this.#admitted) viewer.rest();
      this.#tellState();
      return;
    }
    // A viewer to whom nothing was sent had nothing to report.
    this.#sendingSinceMs = nowMs;
    this.#tellState();
    for (const viewer of this.#admitted) viewer.resume(this.layers, nowMs);
  }

  /**
   * Seals the room: viewers who come from now on are sent nothing that came before, however soon they come; to be
   * called before all viewers end.
   */
  seal(nowMs: number): void {
    this.#sendDue();
    for (const out of this.#outs) out.seal();
    this.frames.seal();
    this.publisher?.requestKeyframe(nowMs);
  }

  /** The viewers whose connection is up. */
  get #admitted(): AnyViewer[] {
    return [...this.#audience, ...this.frames.viewers];
  }

  #tellState(): void {
    this.frames.tell(this.#isHeld ? "held" : this.#watch === "sending" ? "sending" : "silent");
  }

  get #outs(): OutStream[] {
    return [this.audio, ...this.layers.map((layer) => layer.out)];
  }

  /** Forgets a session that has ended; no packet reaches it from here on. */
  remove(session: Session, nowMs: number): void {
    this.sessions.delete(session.id);
    const viewer = this.#viewers.get(session.id);
    // Sent packets count as well: somebody who always leaves before a report would watch for nothing.
    if (viewer && viewer.sentMs > 0) this.#departed.push({ flow: flowOf(viewer, nowMs), atMs: nowMs });
    this.#viewers.delete(session.id);
    this.#audience = this.#audience.filter((viewer) => viewer.sessionId !== session.id);
    this.frames.remove(session.id);
    if (this.publisher?.sessionId !== session.id) return;
    this.publisher = null;
    this.#watch = "waiting";
    this.#tellState();
    this.#publisherGoneMs = nowMs;
    this.#emit({ kind: "publisher-ended", room: this.id, sessionId: session.id });
  }

  /**
   * Sends one received packet to everybody, at the end of this turn of the event loop. A picture comes as several packets
   * at once: sent together to one viewer after the other, they find what belongs to a viewer still in the processor's
   * cache, which makes a packet cheaper (measured with 200 viewers: a fifth of the processor time).
   */
  forward(publisher: Publisher, media: ReceivedMedia, layer: VideoLayer | null, nowMs: number): void {
    if (publisher !== this.publisher) return;
    if (this.#watch !== "sending") this.#startsSending(publisher, nowMs);
    if (this.#isHeld) return;
    // A keyframe is where viewers change to another layer, or to the first one of a new publisher.
    if (media.beginsKeyframe) this.#steer(nowMs);
    const shared = (layer?.out ?? this.audio).push(media, nowMs);
    // Of before the room was sealed.
    if (!shared) return;
    this.frames.receive(publisher, media, layer, nowMs);
    const { audio, video } = this.#due;
    (layer ? video : audio).push(shared);
    if (audio.length + video.length === 1) this.#soon(() => this.#sendDue());
  }

  /** The hot path of the engine. */
  #sendDue(): void {
    const { audio, video } = this.#due;
    const atMs = (video.at(-1) ?? audio.at(-1))?.atMs;
    if (atMs === undefined) return;
    for (const viewer of this.#audience) {
      for (const packet of audio) viewer.forwardAudio(packet);
      for (const packet of video) viewer.forwardVideo(packet);
      viewer.countFlow(atMs);
    }
    audio.length = 0;
    video.length = 0;
  }

  #steer(nowMs: number): void {
    if (this.#isHeld) return;
    const { layers } = this;
    for (const viewer of this.#audience) viewer.steer(layers, nowMs);
    for (const viewer of this.frames.viewers) viewer.steer(layers, nowMs);
  }

  /** Every few milliseconds: has lost packets repeated, and gives up those that are lost for good. */
  repair(nowMs: number): void {
    this.publisher?.repair(nowMs);
    if (this.publisher && !this.#isHeld) this.frames.expire(this.publisher, nowMs);
  }

  /** Moves viewers to the layers that fit them, and notices a publisher that has fallen silent. */
  watch(nowMs: number): void {
    this.#steer(nowMs);
    if (!this.publisher || this.#watch !== "sending" || this.publisher.isSending(nowMs)) return;
    this.#watch = "silent";
    this.#tellState();
    this.#emit({ kind: "publisher-silent", room: this.id, sessionId: this.publisher.sessionId });
  }

  /**
   * Sessions that have waited too long: to connect, to send a first packet, for a publisher to return; and viewers that
   * have left without a word. Their UDP address may be somebody else's soon, who could not connect while they hold it.
   */
  overdue(nowMs: number): Session[] {
    const isAbandoned =
      this.#publisherGoneMs !== null && nowMs - this.#publisherGoneMs > limits.publisherAbsenceMs;
    return [...this.sessions.values()].filter((session) => {
      if (session.role === "viewer" && (isAbandoned || this.#hasLeft(session, nowMs))) return true;
      if (nowMs - session.createdAtMs < limits.connectMs) return false;
      if (session.role === "viewer") return !session.isOpen;
      return this.publisher?.sessionId === session.id && this.#watch === "waiting";
    });
  }

  /** Each second: reports to the publisher and to the viewers. */
  sendReports(nowMs: number): void {
    this.publisher?.report(nowMs);
    for (const viewer of this.#admitted) viewer.sendReports(nowMs);
  }

  /** How the room fares, for one report. */
  describe(nowMs: number): RoomReport {
    const { publisher } = this;
    return {
      room: this.id,
      publisherSessionId: publisher?.sessionId ?? null,
      mediaReceiving: publisher?.isSending(nowMs) ?? false,
      held: this.#isHeld,
      packetsIn: publisher?.packetsReceived ?? 0,
      bytesIn: publisher?.bytesReceived ?? 0,
      picture: this.publisher?.picture ?? null,
      viewers: [...this.#viewers.values()].map((viewer) => ({
        ...flowOf(viewer, nowMs),
        connected:
          (this.sessions.get(viewer.sessionId)?.isOpen ?? false) &&
          (this.#isHeld || (viewer.isListening(nowMs) && !viewer.isCutOff(nowMs))),
        packetsSent: viewer.packetsSent,
        lossRatio: viewer.lossRatio,
      })),
      departed: this.#departedBy(nowMs),
    };
  }

  /** The media that has flowed lately to each viewer, those that have ended a moment ago among them. */
  flows(nowMs: number): ViewerFlow[] {
    return [
      ...[...this.#viewers.values()].map((viewer) => flowOf(viewer, nowMs)),
      ...this.#departedBy(nowMs),
    ];
  }

  #departedBy(nowMs: number): ViewerFlow[] {
    this.#departed = this.#departed.filter(({ atMs }) => nowMs - atMs < limits.departedMs);
    return this.#departed.map(({ flow }) => flow);
  }

  /** Only who is sent something can be expected to report on it. */
  #hasLeft(session: Session, nowMs: number): boolean {
    if (this.#watch !== "sending" || this.#isHeld) return false;
    if (nowMs - this.#sendingSinceMs < limits.viewerSilenceMs) return false;
    return this.#viewers.get(session.id)?.isListening(nowMs) === false;
  }

  #startsSending(publisher: Publisher, nowMs: number): void {
    const kind = this.#watch === "waiting" ? "publisher-started" : "publisher-resumed";
    this.#watch = "sending";
    this.#sendingSinceMs = nowMs;
    this.#tellState();
    this.#emit({ kind, room: this.id, sessionId: publisher.sessionId });
  }
}

function flowOf(viewer: AnyViewer, nowMs: number): ViewerFlow {
  return {
    sessionId: viewer.sessionId,
    tag: viewer.tag,
    sentMs: viewer.sentMs,
    flowed: viewer.flowed(nowMs),
  };
}

function partition<T>(items: T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

function randomSource(): number {
  return randomInt(1, 2 ** 32 - 1);
}
