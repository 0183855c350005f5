import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import { explain, StartError } from "./explain.ts";
import { assertNoDemoPeople, assertNoStrangers } from "./start-database.ts";

const app = testApp();

test("OWASP ASVS 6.3.2: a deployment does not start over the demo's people, nor the demo over those of a deployment", async () => {
  await app.staff();
  await assertNoDemoPeople(app.db);
  const strangers = await assertNoStrangers(app.db).catch((error: unknown) => error);
  expect(explain(strangers)).toMatch(
    /^Fanlight cannot start: this database holds people and nobody of the demo/,
  );
  await app.withTransaction((tx) =>
    app.modules.identity.open(tx, {
      login: "staff",
      email: "staff@fanlight.example",
      passwordHash: null,
      role: "admin",
      language: "en",
      address: "127.0.0.1",
      demo: true,
      twitter: { id: "1", handle: "staff" },
    }),
  );
  const refused = await assertNoDemoPeople(app.db).catch((error: unknown) => error);
  await assertNoStrangers(app.db);
  expect(refused).toBeInstanceOf(StartError);
  expect(explain(refused)).toMatch(/^Fanlight cannot start: this database holds the people of the demo/);
});
