/** The bounds of the engine. Nothing that a remote peer can send makes anything here grow past them. */
export const limits = {
  /** Longest accepted SDP offer. */
  offerBytes: 64 * 1024,
  /** Lines of it; a browser's longest has some hundreds. To parse so many takes some 20 ms, in which nothing is forwarded. */
  offerLines: 1000,
  /** Payload types of one section of it, and their descriptions: there are no more (RFC 3551). */
  payloadTypes: 128,
  /** Publishers and viewers together. */
  sessions: 4000,
  viewersPerRoom: 2000,
  /** Longest room name, session tag and session id that the parent may use. */
  nameCharacters: 256,
  /** RTP sources that one publisher may send (simulcast layers, their retransmissions, audio). */
  sourcesPerPublisher: 12,
  /** Video packets kept per room for retransmission and for joiners; a power of two. */
  historyPackets: 1024,
  /** How many packets a joiner may be sent at once. */
  joinBurstPackets: 400,
  /** A joiner gets the cached picture only when its keyframe is at most this old. */
  joinBurstAgeMs: 1000,
  /** A viewer without a keyframe is sent plain packets after this time, whatever they are. */
  keyframeWaitMs: 2000,
  /** Packets that one viewer may have re-sent within a second. */
  resendsPerSecond: 600,
  /** Lost packets of one source that are asked for at the same time. */
  missingPackets: 256,
  /** At most one keyframe request to a publisher within this time. */
  keyframeIntervalMs: 400,
  /** Without a packet for this long a simulcast layer counts as stopped; viewers move up to one that has come for so long. */
  layerSilenceMs: 700,
  layerSteadyMs: 2000,
  /** A viewer who waits for a keyframe of another layer asks for it again after this time. */
  keyframeRetryMs: 1000,
  /** Without a packet for this long a publisher counts as silent. */
  silenceMs: 2000,
  /** A viewer whose regular RTCP reports have stopped for this long is gone, and ended well before ICE gives it up. */
  viewerSilenceMs: 8000,
  /** After a longer time without a report, media sent to a viewer counts only as far as the next report confirms it. */
  reportGapMs: 2500,
  /** A pause between packets that is longer than this is no flow of media. */
  flowGapMs: 500,
  /** Reports cover what has flowed within this time, so that who misses one finds it in the next. */
  flowKeptMs: 30_000,
  /** A viewer who has not reported by then since the first packet was sent is believed to have received it. */
  firstReportMs: 3000,
  /** Reports still contain a viewer who has ended for this long. */
  departedMs: 10_000,
  /** A session that has not connected by then is closed; so is a publisher that never sends. */
  connectMs: 15_000,
  /** Viewers wait this long for a publisher to come back before they are closed. */
  publisherAbsenceMs: 60_000,
  /** Longest packet over TCP: browsers send 1,200 bytes at most, and as many of DTLS. */
  tcpFrameBytes: 2048,
  /** Connections over TCP that have not named their session yet, in all and of one address. */
  tcpWaiting: 512,
  tcpWaitingPerAddress: 32,
  /** How long such a connection has for it. */
  tcpAdmitMs: 5_000,
  /** A browser opens one for each address of an answer, and some again. Those count, too, whose UDP port rests. */
  tcpPathsPerSession: 16,
  /** ICE asks whether the other end is there every few seconds. */
  tcpIdleMs: 30_000,
  /** Packets that a stream does not take within this time are dropped. */
  tcpBacklogMs: 300,
  /** How long the UDP port of a path is not given to another one. */
  tcpPortRestMs: 35_000,
  /** A lost packet of a picture is waited for this long by viewers over HTTPS, and one of sound, which is not repeated. */
  frameRepairMs: 400,
  soundRepairMs: 60,
  /** A gap in the sound of no more than this is filled. */
  soundFilledMs: 1000,
  /** Largest encoded frame, the most packets of one, and the most packets that wait for one before them. */
  frameBytes: 2 * 1024 * 1024,
  framePackets: 4096,
  framePacketsWaiting: 1000,
  /** A frame that a viewer over HTTPS has not taken within this time is dropped. */
  framesBacklogMs: 1000,
  /** Connections over HTTPS that nobody has let in yet, in all and of one address, and how long each may take. */
  framesWaiting: 512,
  framesWaitingPerAddress: 32,
  framesAdmitMs: 5_000,
  /** Longest message of a page, and how many it may send in a second. */
  framesUpBytes: 4096,
  framesUpPerSecond: 20,
} as const;
