/** The measured work of one core of each part: `docs/scaling.md` describes where and how. */
export type Figures = {
  /** Deliveries of an event to a socket, by a node. */
  deliveriesPerCore: number;
  /** Pages rendered. */
  pagesPerCore: number;
  /** Whole tips, by a node: tokens, its own row, the line in the chat and the event. */
  tipsPerCore: number;
  /** The same, by PostgreSQL: writes of this kind. */
  writesPerCore: number;
  /** Cores of the largest machine that PostgreSQL's primary gets. */
  postgresCores: number;
  /** Events that one Redis takes in and delivers to three nodes. */
  redisEventsPerCore: number;
  /** Events of the others that a node reads. */
  feedEventsPerCore: number;
  /** Shows that are metered. */
  metersPerCore: number;
  /** Viewers of a picture of 120 packets a second, at 80 % of a core. */
  engineViewersPerCore: number;
  /** How many times as much a viewer of the engine costs over TCP, and over HTTPS, as over UDP. */
  engineTcpCost: number;
  engineHttpsCost: number;
  /** Processes of the engine on the largest machine, a core each; each carries so much of what one alone does. */
  engineWorkers: number;
  engineSharing: number;
  livekitViewersPerCore: number;
  /** Reports of LiveKit's viewers that pass through the owner's proxy. */
  reportsPerCore: number;
  /** Kilobytes of a node's memory that an open socket takes. */
  socketKilobytes: number;
  /** Stored files of 30 KB that a node passes on from a bucket. */
  filesPerCore: number;
};

/** Recorded on two cores of a virtual machine in 2026; your machine's own come from `npm run bench`. */
export const recorded: Figures = {
  deliveriesPerCore: 388_889,
  pagesPerCore: 140,
  tipsPerCore: 574,
  writesPerCore: 574,
  postgresCores: 32,
  redisEventsPerCore: 34_000,
  feedEventsPerCore: 69_000,
  metersPerCore: 8_333,
  engineViewersPerCore: 741,
  engineTcpCost: 3.8,
  engineHttpsCost: 1.2,
  engineWorkers: 15,
  engineSharing: 0.89,
  livekitViewersPerCore: 322,
  reportsPerCore: 36_600,
  socketKilobytes: 14,
  filesPerCore: 565,
};
