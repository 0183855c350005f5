/** Everything that is bounded in the hub. Sizes in bytes, times in milliseconds. */
export type RealtimeLimits = {
  /** How long events of a topic wait to be batched. */
  coalesceMs: number;
  /** A batch this large is sent without waiting any longer. */
  batchBytesMax: number;
  /** The largest single event; a larger one is a bug of the publisher. */
  eventBytesMax: number;
  /** A client with more than this unsent misses events, and learns so later. */
  softBufferBytesMax: number;
  /** A client with more than this unsent is disconnected. */
  hardBufferBytesMax: number;
  inboundBytesMax: number;
  inboundPerSecondMax: number;
  inboundBurstMax: number;
  topicsPerSocketMax: number;
  socketsPerUserMax: number;
  socketsPerAddressMax: number;
  socketsMax: number;
  /** A client that has not answered one heartbeat when the next is due is gone. */
  heartbeatMs: number;
  /** How often the sessions of all sockets are checked, where other nodes may end them. */
  sessionCheckMs: number;
  /** How long a disconnected client may take to close its side. */
  closeMs: number;
  ticketLifeMs: number;
  /** Used tickets remembered; with more than this, new clients are asked to wait. */
  ticketsRememberedMax: number;
  replayEventsMax: number;
  replayBytesMax: number;
  replayAgeMs: number;
};

export const defaultLimits: RealtimeLimits = {
  coalesceMs: 25,
  batchBytesMax: 64 * 1024,
  eventBytesMax: 32 * 1024,
  softBufferBytesMax: 256 * 1024,
  hardBufferBytesMax: 1024 * 1024,
  inboundBytesMax: 4 * 1024,
  inboundPerSecondMax: 10,
  inboundBurstMax: 60,
  topicsPerSocketMax: 32,
  socketsPerUserMax: 20,
  socketsPerAddressMax: 200,
  socketsMax: 20_000,
  heartbeatMs: 20_000,
  sessionCheckMs: 20_000,
  closeMs: 1_000,
  ticketLifeMs: 30_000,
  ticketsRememberedMax: 100_000,
  replayEventsMax: 1_000,
  replayBytesMax: 512 * 1024,
  replayAgeMs: 120_000,
};
