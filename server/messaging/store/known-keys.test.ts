import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { readRows, type Tx } from "#server/kit/database/database.ts";
import { testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { knownKeys } from "./media-store.ts";

const app = testApp();
const client = chatClient(app);
const copies = 2_000;

beforeAll(async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  const add = (chat: number | null, [file, thumb, blurred]: (string | null)[], times: number) =>
    sql`
      insert into messaging.media (chat_id, of_model, message_type, kind, state, file_key, thumb_key, blurred_key, created_at)
      select ${chat}::bigint, ${chat === null ? model.id : null}::bigint, 'media', 'picture', 'ready',
        ${file}::text, ${thumb}::text, ${blurred}::text, now()
      from generate_series(1, ${times}::int)`.execute(app.owner);
  await add(id, ["sent/file", "sent/thumb", "sent/blurred"], copies);
  await add(null, ["unsent/file", "unsent/thumb", null], 1);
  await sql`analyze messaging.media`.execute(app.owner);
});

const rowsRead = async (tx: Tx) =>
  (
    await readRows(
      tx,
      sql<{ n: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables
        where relid = 'messaging.media'::regclass`,
    )
  )[0]?.n;

test("of the keys asked about those are known that a picture for many or a copy of one has, as whichever of its files", async () => {
  const asked = ["sent/file", "sent/blurred", "unsent/thumb", "sent", "sent/file2", "a", "z"];
  expect(await knownKeys(app.db, asked)).toEqual(new Set(["sent/file", "sent/blurred", "unsent/thumb"]));
  expect(await knownKeys(app.db, [])).toEqual(new Set());
});

test("which keys are known is found without reading every copy of a picture for many", async () => {
  const asked = ["sent/file", "sent/thumb", "sent/blurred", "unsent/file", "unsent/thumb", "nobody's"];
  const read = await app.withTransaction(async (tx) => {
    expect((await knownKeys(tx, asked)).size).toBe(5);
    return rowsRead(tx);
  });
  expect(read).toBeLessThan(copies / 10);
});
