import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { onlyNode } from "#server/kit/nodes/ownership.ts";
import { testApp } from "#testing/app/test-app.ts";
import { createAudience } from "../audience.ts";
import { followMedia } from "./follow-media.ts";

const app = testApp();

test("R-LIVE-06, R-LIVE-09: a stream that is lost and stopped in one moment is published as stopped last of all", async () => {
  const model = await app.model();
  const { catalog } = app.modules;
  const statuses: string[] = [];
  const needs = {
    db: app.db,
    clock: systemClock,
    log: createLogger("silent"),
    audience: createAudience(),
    owner: onlyNode,
    settle: async () => false,
    cutCamera: async () => undefined,
    catchUp: async () => undefined,
    pauses: { resumed: () => undefined },
    hold: async () => undefined,
    media: { endViewers: async () => undefined },
    realtime: {
      ...app.modules.realtime,
      publish: (_topic: string, name: string, data: object) => {
        if (name === "ChatRoomStatusChanged" && "status" in data) statuses.push(String(data.status));
      },
    },
    catalog: {
      ...catalog,
      // What a busy database does: the pause is written at once, and what is to be published of it is read late.
      model: async (...asked: Parameters<typeof catalog.model>) => {
        const read = await catalog.model(...asked);
        for (let wait = 0; read?.status === "paused" && wait < 100; wait++)
          await sql`select 1`.execute(app.db);
        return read;
      },
    },
  };
  const { turn } = followMedia(needs, () => undefined);
  await turn(model.login, "started");
  await Promise.all([turn(model.login, "lost"), turn(model.login, "stopped")]);
  expect(statuses).toEqual(["began", "paused", "stopped"]);
});
