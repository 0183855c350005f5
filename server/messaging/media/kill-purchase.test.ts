import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { registerListedModel, registerMember } from "#testing/app/members.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const wallet = createWallet();

test(
  "R-CHAT-11, R-OPEN-43: kill -9 amid a purchase leaves the tokens or gives the picture; asked again it is paid once",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const fan = await registerMember(app);
    const model = await registerListedModel(app, database.db);
    const owner = { kind: "fan", id: fan.id } as const;
    await inTransaction(database.db, (tx) =>
      wallet.issue(tx, { key: "opening", to: owner, tokens: 100, kind: "opening", reason: "opening" }),
    );
    await sql`update catalog.model set hidden = false where id = ${model.id}`.execute(database.db);
    const { body: chat } = await app.call("POST", "/api/chat", { as: fan, body: { model_id: model.id } });
    const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#3a3" } })
      .png()
      .toBuffer();
    const form = new FormData();
    for (const [name, value] of Object.entries({ from: "model_chat", type: "paid_media", price: "30" }))
      form.set(name, value);
    form.set("file", new Blob([new Uint8Array(picture)]), "green.png");
    const sent = await app.call("POST", `/chat/${Number(chat.id)}/message`, {
      body: form,
      headers: { "access-token": model.token },
    });
    expect(sent.status).toBe(201);
    const path = `/api/chat/buying-paid-media/${(sent.body.media as { id: number }).id}`;
    const key = randomUUID();

    // The purchase stands still before its tokens move, in the middle of its transaction.
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from wallet.account where kind = 'fan' and owner_id = ${fan.id} for update`.execute(tx),
    );
    const bought = app.call("POST", path, { as: fan, key, body: {} }).catch(() => null);
    await stop.reached(app.name, 1);
    const killed = app.kill();
    await stop.release();
    await killed;
    expect(await bought).toBeNull();
    expect(await wallet.balance(database.db, owner)).toBe(100);

    const next = await apps.start();
    const before = await next.call("GET", `/api/chat/${Number(chat.id)}/message`, { as: fan });
    expect(before.body.data).toMatchObject([{ purchase_status: "unpaid", media: { url: null } }]);
    const answers = await Promise.all(
      [1, 2, 3].map(() => next.call("POST", path, { as: fan, key, body: {} })),
    );
    for (const { status, body } of answers) expect([status, body.balance]).toEqual([200, 70]);
    expect(await wallet.balance(database.db, owner)).toBe(70);
  },
);
