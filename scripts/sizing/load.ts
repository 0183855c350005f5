/** What so many fans do at once; every figure is of all of them together unless it says otherwise. */
export type Load = {
  /** Pages open, each with a socket. */
  fans: number;
  /** Share of the fans who watch a room, 0 to 1. */
  watching: number;
  /** Rooms on air, among which those who watch are spread evenly. */
  rooms: number;
  /** How many of those who watch are in one and the same room besides. */
  hotRoom: number;
  /** Share of the fans in a show that is charged by the second, 0 to 1. */
  inShows: number;
  /** Seconds between two of one fan: pages opened, lines written in a room, tips sent. */
  secondsPerPage: number;
  secondsPerLine: number;
  secondsPerTip: number;
  /** Megabits a second of one picture. */
  megabits: number;
};

/** A full house: what an installation of this many fans is sized for. Each figure is an assumption; give your own. */
export const fullHouse = (fans: number): Load => ({
  fans,
  watching: 0.6,
  rooms: Math.max(1, Math.round(fans / 200)),
  hotRoom: Math.round(fans / 10),
  inShows: 0.005,
  secondsPerPage: 300,
  secondsPerLine: 600,
  secondsPerTip: 1_800,
  megabits: 1,
});
