import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import type { MassMessage } from "#contract/mass-messages.ts";
import type { Person, TestApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

type Order = { to?: string; body?: string; client_id?: string } & Record<string, unknown>;

/** The commands of models about messages to many, over real HTTP. */
export function massClient(app: TestApp) {
  const list = async (model: Person) =>
    (await app.call("GET", "/api/studio/mass-messages", { as: model })).body.data as MassMessage[];
  return {
    like: (fan: Person, model: Person) =>
      app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: model.id } }),
    send: async (model: Person, { to = "favourites", body = "hello", ...rest }: Order = {}) => {
      const order = { to, body, client_id: randomUUID(), ...rest };
      const answer = await app.call("POST", "/api/studio/mass-messages", { as: model, body: order });
      return { ...answer, body: answer.body as unknown as MassMessage };
    },
    recall: (model: Person, id: unknown) =>
      app.call("DELETE", `/api/studio/mass-messages/${String(id)}`, { as: model }),
    list,
    /** One of the model's messages to many, as soon as it is in a state. */
    reaches: (model: Person, id: number, state: MassMessage["state"]) =>
      until(
        // Past the limit of calls a minute.
        async () =>
          (await app.modules.messaging.massMessages(model.id, 1)).items.find(
            (mass) => mass.id === id && mass.state === state,
          ),
        `message to many ${id} to be ${state}`,
      ),
    /** Uploads a picture for many; answers its number. */
    async picture(model: Person): Promise<number> {
      const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#3a3" } })
        .png()
        .toBuffer();
      const body = new FormData();
      body.set("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "green.png");
      const kept = await app.call("POST", "/api/studio/mass-media", { as: model, body });
      return Number(kept.body.id);
    },
    /** Uploads a video for many; answers its number. */
    async video(model: Person, file: Uint8Array): Promise<number> {
      const body = new FormData();
      body.set("file", new Blob([new Uint8Array(file)], { type: "video/mp4" }), "film.mp4");
      const kept = await app.call("POST", "/api/studio/mass-media", { as: model, body });
      return Number(kept.body.id);
    },
    /** Makes many fans who like a model, called after the model. */
    async crowd(model: Person, count: number): Promise<void> {
      await sql`
        with crowd as (
          insert into accounts.account (login, email, password_hash, role, language)
          select ${model.login} || n, ${model.login} || n || '@example.test', 'none', 'fan', 'en'
          from generate_series(1, ${count}::int) as n returning id)
        insert into catalog.liked (fan_id, model_id) select id, ${model.id} from crowd`.execute(app.db);
    },
    /** How many copies of a message to many there are, and in how many chats. */
    async copies(id: number) {
      const { rows } = await sql<{ chats: number; messages: number }>`
        select count(distinct chat_id) as chats, count(*) as messages from messaging.message
        where mass_message_id = ${id}`.execute(app.db);
      return rows[0];
    },
  };
}
