import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { type Database, readRows } from "#server/kit/database/database.ts";
import type { Member } from "#testing/app/members.ts";
import { until } from "#testing/until.ts";
import type { NamedApp } from "./app-processes.ts";

/** A fan's part of a show, as the database has it. */
export type ShowRow = {
  served_ms: number;
  open: boolean;
  spent: number;
  held: number;
  reason: string | null;
};

/** The questions of tests of several nodes about the owner of the media and about shows. */
export function mediaNodes(database: { readonly db: Database; readonly owner: Database }) {
  const ownership = async () => {
    const held = sql<{ node: string; term: number }>`
      select node, term::int from kit.media_owner where lease_until > clock_timestamp()`;
    return (await readRows(database.db, held))[0];
  };
  return {
    /** The holder of the lease now. */
    ownership,
    /** The node that owns the media and the two others. */
    async split(nodes: readonly NamedApp[]) {
      const held = await until(async () => {
        const now = await ownership();
        return now && nodes.some(({ name }) => name === now.node) ? now : null;
      }, "an owner");
      const owner = nodes.find(({ name }) => name === held.node) as NamedApp;
      const [b, c] = nodes.filter((node) => node !== owner) as [NamedApp, NamedApp];
      return { owner, b, c, term: held.term };
    },
    give: (fan: Member) =>
      sql`select wallet.issue(${`nodes:${fan.id}`}, 'opening', 'fan', ${fan.id}, 2000, 'opening', null)`.execute(
        database.owner,
      ),
    /** A private show at ten tokens a second: asked for at one node, accepted at another. */
    async beginShow([asks, accepts]: [NamedApp, NamedApp], fan: Member, model: Member) {
      await accepts.call("POST", "/api/studio/rates", { as: model, body: { private: 600 } });
      const body = { model_id: model.id, mode: "private", rate: 600 };
      const asked = await asks.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
      expect(asked.status).toBe(201);
      const path = `/api/studio/show-requests/${String(asked.body.id)}`;
      const accepted = await accepts.call("POST", path, { as: model, body: { accept: true } });
      expect(accepted.status).toBe(200);
    },
    async showOf(fan: Member): Promise<ShowRow> {
      const row = sql<ShowRow>`
        select served_ms::int, ended_at is null as open, spent::int, held::int, end_reason as reason
        from live.participant where fan_id = ${fan.id}`;
      const [found] = await readRows(database.db, row);
      if (!found) throw new Error("there is no participant");
      return found;
    },
  };
}

/** Over once no packet comes to a viewer any more; resolves with how long that took, ms. */
export async function silenceOf({ rtp }: { rtp: readonly Buffer[] }): Promise<number> {
  const from = performance.now();
  let last = { count: rtp.length, at: from };
  await until(() => {
    if (rtp.length !== last.count) last = { count: rtp.length, at: performance.now() };
    return performance.now() - last.at > 1_500;
  }, "the packets to end");
  return last.at - from;
}
