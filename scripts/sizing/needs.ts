import type { Figures } from "./figures.ts";
import type { Load } from "./load.ts";

/** The server that carries live media. */
export type MediaServer = "engine" | "livekit";

/** The work of one part of an installation, and how many of that part there may be. */
export type Need = {
  part: string;
  /** The work asked of the part, a second or at once, in `unit`. */
  asked: number;
  unit: string;
  /** Cores (or processes of one core) that this takes. */
  cores: number;
  /** More of it can be added; where not, all of it runs on what one process or one primary has. */
  scales: boolean;
  /** Cores at most where it does not scale. */
  coresMax: number;
};

/** A need, with the share of what the part can do at most: over 1 it is too much. */
export type SizedNeed = Need & { share: number };

export type Sizing = {
  needs: SizedNeed[];
  /** The part that is too small first when the load grows; null: all of them scale. */
  bottleneck: SizedNeed | null;
  /** How many times this load the bottleneck would carry. */
  headroom: number;
  /** Gigabits a second of moving pictures. */
  gigabits: number;
  /** Gigabytes of memory that the sockets take of all nodes. */
  memory: number;
  /** The traffic of files read from the S3 server. */
  files: { perSecond: number; gigabits: number };
};

/** Events and their deliveries a second: a line, a tip and a quarter of the pages' comings reach everybody in the room. */
function chat({ fans, watching, rooms, hotRoom, secondsPerLine, secondsPerTip }: Load) {
  const watchers = fans * watching;
  const inHotRoom = Math.min(hotRoom, watchers);
  const inRoom = (watchers - inHotRoom) / rooms;
  const perWatcher = 1 / secondsPerLine + 1 / secondsPerTip;
  return {
    events: watchers * perWatcher,
    deliveries: (rooms * inRoom ** 2 + inHotRoom ** 2) * perWatcher,
    /** Of the busiest room alone: it is spread over every node that one of its viewers is at. */
    hotDeliveries: inHotRoom ** 2 * perWatcher,
  };
}

/** The needs of a load of each part of an installation, by recorded figures. */
export function sizingOf(load: Load, figures: Figures, mediaServer: MediaServer): Sizing {
  const { fans, watching, inShows, secondsPerPage, secondsPerLine, secondsPerTip } = load;
  const viewers = fans * watching;
  const { events, deliveries } = chat(load);
  const [pages, lines, tips] = [fans / secondsPerPage, viewers / secondsPerLine, viewers / secondsPerTip];
  const shows = fans * inShows;
  const files = filesOf(load);
  const node = { scales: true, coresMax: Number.POSITIVE_INFINITY };
  const one = { scales: false, coresMax: 1 };
  const nodes: Need[] = [
    need("nodes: deliveries", deliveries, "deliveries/s", figures.deliveriesPerCore, node),
    need("nodes: pages", pages, "pages/s", figures.pagesPerCore, node),
    need("nodes: stored files", files.perSecond, "files/s", figures.filesPerCore, node),
    need("nodes: tips and lines", tips + lines, "calls/s", figures.tipsPerCore, node),
  ];
  // Every node reads every event, whether or not one of its sockets is to get it.
  const feed = need("each node: events of all nodes", events, "events/s", figures.feedEventsPerCore, one);
  const redis = need("Redis", events, "events/s", figures.redisEventsPerCore, one);
  const postgres = need("PostgreSQL: writes", tips + lines, "writes/s", figures.writesPerCore, {
    scales: false,
    coresMax: figures.postgresCores,
  });
  const meters = need("owner of the media: meters", shows, "shows", figures.metersPerCore, one);
  const media =
    mediaServer === "engine"
      ? engineNeeds(load, figures)
      : [
          need("LiveKit", viewers, "viewers", figures.livekitViewersPerCore, node),
          // A page reports each second what it received, through the owner's proxy.
          need("owner of the media: signalling", viewers, "reports/s", figures.reportsPerCore, one),
        ];
  const needs = [...nodes, feed, redis, postgres, meters, ...media].map((each) => ({
    ...each,
    share: each.cores / each.coresMax,
  }));
  const bound = needs.filter(({ scales }) => !scales).sort((a, b) => b.share - a.share);
  const bottleneck = bound[0] ?? null;
  return {
    needs,
    bottleneck,
    headroom: bottleneck ? 1 / bottleneck.share : Number.POSITIVE_INFINITY,
    gigabits: (viewers * load.megabits) / 1_000,
    memory: (fans * figures.socketKilobytes) / 1_000_000,
    files,
  };
}

/** Its rooms are spread over a machine's cores, and one room is at one of them. */
function engineNeeds(load: Load, figures: Figures): Need[] {
  const perCore = engineViewersPerCore(load, figures);
  const viewers = load.fans * load.watching;
  const all = { scales: false, coresMax: figures.engineWorkers };
  return [
    need("media engine", viewers, "viewers", perCore * figures.engineSharing, all),
    need("media engine: the busiest room", Math.min(load.hotRoom, viewers), "viewers", perCore, {
      ...all,
      coresMax: 1,
    }),
  ];
}

/** How many viewers a core of the embedded engine carries by the ways that their networks leave them. */
export function engineViewersPerCore({ overTcp, overHttps }: Load, figures: Figures): number {
  const { engineTcpCost, engineHttpsCost } = figures;
  const costOfOne = 1 + overTcp * (engineTcpCost - 1) + overHttps * (engineHttpsCost - 1);
  return figures.engineViewersPerCore / costOfOne;
}

/** Files of pages that are opened, and the pictures on cards of those who look for a room. */
function filesOf(load: Load): Sizing["files"] {
  const pages = load.fans / load.secondsPerPage;
  const cards = (load.fans * (1 - load.watching) * load.cardsInSight) / load.secondsPerCard;
  const perSecond = (pages * load.filesPerPage + cards) * (1 - load.filesCached);
  return { perSecond, gigabits: (perSecond * load.fileKilobytes * 8) / 1_000_000 };
}

function need(
  part: string,
  asked: number,
  unit: string,
  perCore: number,
  room: Pick<Need, "scales" | "coresMax">,
): Need {
  return { part, asked, unit, cores: asked / perCore, ...room };
}

/** One event in a room of so many viewers, on its way through an installation of so many nodes. */
export type FanOut = {
  /** Entries that Redis is written, and reads of it. */
  writes: number;
  reads: number;
  /** Frames to sockets, of all nodes and of one. */
  frames: number;
  framesPerNode: number;
  /** Lines a second that the nodes can bring to everybody in the room, if they did nothing else. */
  linesPerSecond: number;
};

/** The tree that an event takes: one entry in Redis, one read by each node, one frame to each socket. */
export function fanOut(viewers: number, nodes: number, { deliveriesPerCore }: Figures): FanOut {
  const framesPerNode = Math.ceil(viewers / nodes);
  return {
    ...{ writes: 1, reads: nodes, frames: viewers, framesPerNode },
    linesPerSecond: deliveriesPerCore / framesPerNode,
  };
}
