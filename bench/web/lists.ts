import path from "node:path";
import pg from "pg";
import { ownDatabase } from "#server/kit/database/embedded/own-database.ts";
import type { Row } from "../row.ts";
import { beside, callsPerSecond, idleShare, load } from "./load.ts";
import { type Fan, signIn } from "./pages.ts";
import { startProductProcess } from "./product.ts";

const guestLists = {
  rooms: "/api/video-chat-rooms?gender=1&page=1",
  ranking: "/api/trending-rooms?gender=1&page=1",
  videos: "/api/videos-all?gender=1&page=1",
  model: "/api/model-profile/luna",
};
const fanLists = {
  favorites: "/api/fan/favorite-models?page=1",
  rooms: "/api/video-chat-rooms?gender=1&page=1",
};

/** Lists a second: those of guests beside the health check, those of fans beside a prepared statement of the same rows. */
export async function run(): Promise<Row[]> {
  const product = await startProductProcess();
  try {
    const server = { ...product, idle: await idleShare(product.pid) };
    const fan = await signIn(product.origin);
    const health = (await load(server, "/healthz")).perSecond;
    const statement = await statementsPerSecond(product.dataDir, fan);
    const rows: Row[] = [];
    for (const [name, address] of Object.entries(guestLists)) {
      const { perSecond } = await load(server, address);
      const figure = { value: perSecond, unit: "/s", ...beside(perSecond, "health check", health) };
      rows.push({ name: `list.guest.${name}`, ...figure });
    }
    for (const [name, address] of Object.entries(fanLists)) {
      const { perSecond } = await load(server, address, { authorization: `Bearer ${fan.token}` });
      const figure = { value: perSecond, unit: "/s", ...beside(perSecond, "prepared statement", statement) };
      rows.push({ name: `list.fan.${name}`, ...figure });
    }
    return rows;
  } finally {
    await product.stop();
  }
}

/** The rows of a fan's list and nothing else, by as many clients on connections of their own. */
async function statementsPerSecond(dataDir: string, { id }: Fan): Promise<number> {
  const { ownerUrl } = ownDatabase(path.join(dataDir, "postgres", "run"));
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 16 });
  pool.on("error", () => undefined);
  const text = `select model.*, stream.*, liked.fan_id is not null as liked, count(*) over () as total
    from catalog.model model
    join catalog.stream stream on stream.model_id = model.id
    left join catalog.liked liked on liked.model_id = model.id and liked.fan_id = $1
    where model.listed and model.gender_id = 1
    order by stream.status = 'stopped', stream.watchers desc, model.online desc, model.last_connection desc nulls last, model.id
    limit 20`;
  try {
    return await callsPerSecond(() => pool.query({ name: "list", text, values: [id] }));
  } finally {
    await pool.end();
  }
}
