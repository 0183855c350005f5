import {
  ConnectionError,
  ConnectionErrorReason,
  ConnectionState,
  DisconnectReason,
  LogLevel,
  type RemoteTrack,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  VideoQuality,
} from "livekit-client";
import { browserClock, type Clock } from "#web/lib/clock.ts";
import { streamOfTracks } from "../live-stream.ts";
import { readPlaybackStats } from "../whep/playback-stats.ts";
import type {
  LayerPreference,
  OnLost,
  WhepAddress,
  WhepConnection,
  WhepNeeds,
  WhepOutcome,
  WhepRefusal,
} from "../whep/whep-connection.ts";

/** The attribute in which the server reads what was received, `<packets> <ms>`. */
const receivedAttribute = "received";

// An error is reported to the session, which shows it to the viewer; the client's own log names rooms and people.
setLogLevel(LogLevel.silent);

/**
 * The same as `connectWhep` by LiveKit's own client, which is loaded only where the server says so. A connection that is
 * lost is not mended here: the session asks for a fresh token and connects again.
 */
export async function connectLivekit(
  needs: Pick<WhepNeeds, "createStream" | "silent">,
  { url, token, ice_servers: iceServers = [] }: WhepAddress,
  layer: LayerPreference,
  onLost: OnLost,
): Promise<WhepOutcome> {
  const stream = needs.createStream();
  const room = new Room({
    adaptiveStream: false,
    disconnectOnPageLeave: false,
    reconnectPolicy: { nextRetryDelayInMs: () => null },
  });
  const tracks = new Set<RemoteTrack>();
  const wanted = { layer: needs.silent ? ("low" as const) : layer };
  let isOver = false;
  const take = (publication: RemoteTrackPublication) => {
    if (needs.silent && publication.kind !== Track.Kind.Video) return;
    publication.setSubscribed(true);
  };
  room.on(RoomEvent.TrackPublished, take);
  room.on(RoomEvent.TrackSubscribed, (track, publication) => {
    tracks.add(track);
    stream.addTrack(track.mediaStreamTrack);
    applyLayer(publication, wanted.layer);
  });
  room.on(RoomEvent.TrackUnsubscribed, (track) => {
    tracks.delete(track);
    stream.removeTrack(track.mediaStreamTrack);
  });
  room.on(RoomEvent.Disconnected, (reason) => {
    if (!isOver) onLost(reason === DisconnectReason.DUPLICATE_IDENTITY ? "replaced" : undefined);
  });
  try {
    // The servers that LiveKit itself names are used only where the page brings none.
    const rtcConfig = iceServers.length > 0 ? { rtcConfig: { iceServers } } : {};
    await room.connect(url, token, { autoSubscribe: false, maxRetries: 0, ...rtcConfig });
  } catch (error) {
    isOver = true;
    return { ok: false, refusal: refusalOf(error) };
  }
  for (const { trackPublications } of room.remoteParticipants.values())
    for (const publication of trackPublications.values()) take(publication);
  const stopReports = reportReceived(
    browserClock,
    async () => packetsOf(await statsOf(tracks)),
    ({ packets, ms }: Received) => {
      const attributes = { [receivedAttribute]: `${packets} ${ms}` };
      room.localParticipant.setAttributes(attributes).catch(() => undefined);
    },
  );
  const connection: WhepConnection = {
    stream: streamOfTracks(stream),
    sessionId: room.localParticipant.sid,
    isConnected: () => room.state === ConnectionState.Connected,
    stats: async (before) => readPlaybackStats(await statsOf(tracks), before),
    async prefer(next) {
      wanted.layer = next;
      for (const { trackPublications } of room.remoteParticipants.values())
        for (const publication of trackPublications.values()) applyLayer(publication, next);
    },
    close() {
      if (isOver) return;
      isOver = true;
      stopReports();
      void room.disconnect();
    },
  };
  return { ok: true, connection };
}

/** LiveKit itself gives less to a connection that cannot carry the largest. */
function applyLayer(publication: RemoteTrackPublication, layer: LayerPreference): void {
  if (publication.kind === Track.Kind.Video)
    publication.setVideoQuality(layer === "low" ? VideoQuality.LOW : VideoQuality.HIGH);
}

async function statsOf(tracks: ReadonlySet<RemoteTrack>): Promise<[string, unknown][]> {
  const reports = await Promise.all([...tracks].map((track) => track.getRTCStatsReport()));
  return reports.flatMap((report) => (report ? [...report] : []));
}

function packetsOf(stats: readonly [string, unknown][]): number {
  const packets = stats.map(([, entry]) => {
    const { type, packetsReceived } = entry as { type: string; packetsReceived?: number };
    return type === "inbound-rtp" ? (packetsReceived ?? 0) : 0;
  });
  return packets.reduce((sum, count) => sum + count, 0);
}

function refusalOf(error: unknown): WhepRefusal {
  const status = error instanceof ConnectionError ? error.status : undefined;
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404 || status === 409) return "no_publisher";
  if (status !== undefined && status >= 500) return "server_away";
  // The signalling was open: only the media's own connection was not made.
  const isMedia = error instanceof ConnectionError && error.reason === ConnectionErrorReason.InternalError;
  return isMedia ? "network" : "unreachable";
}

/** The media that reached this page in one session: packets, and for how long they came, ms. */
type Received = { packets: number; ms: number };

const sampleEveryMs = 500;
const reportEverySamples = 2;
/** A page in the background samples less often; what is longer than this is no sample. */
const sampleMaxMs = 2_500;

/**
 * Watches what comes and reports it to the server each second: a show is charged by it, as far as the server bears it out. A
 * span counts only when packets came in it and in the next one, so that the last moment before a gap is never counted.
 */
function reportReceived(
  clock: Clock,
  countPackets: () => Promise<number>,
  onReceived: (received: Received) => void,
): () => void {
  let received: Received = { packets: 0, ms: 0 };
  let sampledAtMs = clock.now().getTime();
  /** The last span, in which packets came. */
  let openMs = 0;
  let samples = 0;
  const sample = async () => {
    const packets = await countPackets().catch(() => received.packets);
    const nowMs = clock.now().getTime();
    const spanMs = nowMs - sampledAtMs;
    sampledAtMs = nowMs;
    const came = packets > received.packets && spanMs <= sampleMaxMs;
    received = { packets: Math.max(packets, received.packets), ms: received.ms + (came ? openMs : 0) };
    openMs = came ? spanMs : 0;
    samples += 1;
    if (samples % reportEverySamples === 0) onReceived(received);
  };
  return clock.every(sampleEveryMs, () => void sample());
}
