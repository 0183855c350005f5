import { sql } from "kysely";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type BenchApp, startBenchApp } from "../bench-app.ts";

/** The requests of the loading process: people and a live room, then the ids of the messages that were stored. */
export type AppRequest = { people: { fans: number; sockets: number } } | { stored: true };
/** `tickets` open the sockets, `tokens` write; `pid` is the process whose memory counts. */
export type AppAnswer =
  | { port: number; pid: number; slug: string; tickets: string[]; tokens: string[] }
  | { stored: string[] };

const bench = await startBenchApp();
process.on("message", async (request: AppRequest) => {
  process.send?.("people" in request ? await openRoom(bench, request.people) : await storedIn(bench));
});
process.on("disconnect", () => void bench.stop().finally(() => process.exit(0)));

/** A live room and fans with sessions of their own; the first `sockets` of them also get a ticket. */
async function openRoom(
  { app, db, origin }: BenchApp,
  people: { fans: number; sockets: number },
): Promise<AppAnswer> {
  const { identity, realtime, rooms } = app.modules;
  const open = (role: "fan" | "model", n: number) =>
    inTransaction(db, (tx) =>
      identity.open(tx, {
        login: `${role}${n}`,
        email: `${role}${n}@example.test`,
        passwordHash: "none",
        role,
        language: "en",
        address: "127.0.0.1",
      }),
    );
  const model = await open("model", 0);
  await rooms.publisherTurned(model.login, "started");
  const tokens: string[] = [];
  const tickets: string[] = [];
  for (let n = 0; n < people.fans; n += 1) {
    const fan = await open("fan", n);
    tokens.push(await identity.issueToken(fan));
    if (n < people.sockets)
      tickets.push(realtime.issueTicket({ userId: fan.id, role: "fan", tokenId: `bench-${n}` }));
  }
  return { port: Number(new URL(origin).port), pid: process.pid, slug: model.login, tickets, tokens };
}

async function storedIn({ db }: BenchApp): Promise<AppAnswer> {
  const { rows } = await sql<{ id: string }>`
    select client_message_id as id from live.line where client_message_id is not null`.execute(db);
  return { stored: rows.map(({ id }) => id) };
}
