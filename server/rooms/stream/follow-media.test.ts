import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { onlyNode } from "#server/kit/nodes/ownership.ts";
import { testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { createAudience } from "../audience.ts";
import { watchOwnSide } from "../own-side.ts";
import { followMedia } from "./follow-media.ts";

const app = testApp();

/** Follows rooms in which no show is, and notes what becomes of a room as its topic with its status. */
function follow(differently: Partial<Parameters<typeof followMedia>[0]>) {
  const published: string[] = [];
  const { turn } = followMedia(
    {
      db: app.db,
      clock: systemClock,
      log: createLogger("silent"),
      audience: createAudience(),
      owner: onlyNode,
      shows: () => ({
        ...app.modules.shows.inRooms,
        streamEnds: async () => undefined,
        cutCamera: async () => undefined,
        catchUp: async () => undefined,
      }),
      pauses: { resumed: () => undefined },
      hold: async () => undefined,
      ownSide: { absentMs: (sinceMs) => (differently.clock ?? systemClock).now().getTime() - sinceMs },
      media: { endViewers: async () => undefined },
      catalog: app.modules.catalog,
      realtime: {
        ...app.modules.realtime,
        publish: (topic: string, name: string, data: object) => {
          if (name === "ChatRoomStatusChanged" && "status" in data)
            published.push(`${topic} ${String(data.status)}`);
        },
      },
      ...differently,
    },
    () => undefined,
  );
  return { turn, published };
}

test("R-LIVE-06, R-LIVE-09: a stream that is lost and stopped in one moment is published as stopped last of all", async () => {
  const model = await app.model();
  const { catalog } = app.modules;
  const { turn, published } = follow({
    catalog: {
      ...catalog,
      // A busy database behaves like this: the pause is written at once, and the facts to publish about it are read
      // late.
      model: async (...asked: Parameters<typeof catalog.model>) => {
        const read = await catalog.model(...asked);
        for (let wait = 0; read?.status === "paused" && wait < 100; wait++)
          await sql`select 1`.execute(app.db);
        return read;
      },
    },
  });
  await turn(model.login, "started");
  await Promise.all([turn(model.login, "lost"), turn(model.login, "stopped")]);
  expect(published).toEqual(["public began", "public paused", "public stopped"]);
});

test("R-LIVE-09: a room that cannot be closed is closed two seconds later, and all who saw it live are notified", async () => {
  const model = await app.model();
  const clock = manualClock();
  let failures = 0;
  let isAway = true;
  const { turn, published } = follow({
    clock,
    media: {
      async endViewers() {
        if (isAway) throw new Error("the media server is away");
      },
    },
    log: { ...createLogger("silent"), error: () => void failures++ },
  });
  await turn(model.login, "started");
  await turn(model.login, "lost");
  await app.withTransaction((tx) => app.modules.catalog.setVisibility(tx, model.id, { hidden: true }));
  clock.advance(20_000);
  await until(() => failures === 1, "the room not to be closed");
  clock.advance(2_000);
  await until(() => failures === 2, "the room not to be closed again");
  expect(published).toEqual(["public began", "public paused"]);
  isAway = false;
  clock.advance(2_000);
  await until(() => published.length === 3, "the end of the stream");
  expect(published.at(-1)).toBe("public stopped");
});

test("R-LIVE-09, R-OPEN-81: a model has 20 s to come back in which they can, beginning 20 s after the engine is back", async () => {
  const model = await app.model();
  const clock = manualClock();
  let report = () => {};
  let end = () => {};
  const ownSide = watchOwnSide({
    clock,
    media: {
      onReport: (listener) => {
        report = () => listener(new Map());
        return () => undefined;
      },
      onEvent: (listener) => {
        end = () => listener({ kind: "engine-down" });
        return () => undefined;
      },
      healthy: () => true,
    },
  });
  const { turn, published } = follow({ clock, ownSide });
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1_000);
      report();
    }
  };
  report();
  await turn(model.login, "started");
  end();
  await turn(model.login, "lost");
  clock.advance(60_000);
  pass(39);
  // Everything about the room's publisher is done in turn.
  await turn(model.login, "silent");
  expect(published, "the engine was away for a minute").toEqual(["public began", "public paused"]);
  pass(2);
  await until(() => published.length === 3, "the end of the stream");
  expect(published.at(-1)).toBe("public stopped");
});
