/** The activity of so many fans at once; every figure is of all of them together unless stated otherwise. */
export type Load = {
  /** Pages open, each with a socket. */
  fans: number;
  /** Share of the fans who watch a room, 0 to 1. */
  watching: number;
  /** Rooms on air, among which those who watch are spread evenly. */
  rooms: number;
  /** How many of those who watch are in one and the same room besides. */
  hotRoom: number;
  /** Shares of those who watch by the engine whose network carries TCP alone, and nothing but HTTPS, 0 to 1. */
  overTcp: number;
  overHttps: number;
  /** Share of the fans in a show that is charged by the second, 0 to 1. */
  inShows: number;
  /** Seconds between two of one fan: pages opened, lines written in a room, tips sent. */
  secondsPerPage: number;
  secondsPerLine: number;
  secondsPerTip: number;
  /** Megabits a second of one moving picture. */
  megabits: number;
  /** Stored pictures on a page, and kilobytes of each. */
  filesPerPage: number;
  fileKilobytes: number;
  /** Cards of rooms in sight of each fan who watches none, and seconds after which they show another picture. */
  cardsInSight: number;
  secondsPerCard: number;
  /** Share of stored files that browsers, and a cache in front of `/files/`, have already, 0 to 1. */
  filesCached: number;
  /** The share of this load that an average hour of the month has, 0 to 1. */
  average: number;
};

/** Peak load: what an installation of this many fans is sized for. Each figure is an assumption; give your own. */
export const peakLoad = (fans: number): Load => ({
  fans,
  watching: 0.6,
  rooms: Math.max(1, Math.round(fans / 200)),
  hotRoom: Math.round(fans / 10),
  overTcp: 0.05,
  overHttps: 0.05,
  inShows: 0.005,
  secondsPerPage: 300,
  secondsPerLine: 600,
  secondsPerTip: 1_800,
  megabits: 1,
  filesPerPage: 20,
  fileKilobytes: 30,
  cardsInSight: 6,
  secondsPerCard: 60,
  filesCached: 0.9,
  average: 0.4,
});
