import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { freshAddress, type Member, registerMember, signInAgain } from "#testing/app/members.ts";
import { enrol } from "#testing/app/second-factor.ts";
import { emailTo, pathIn } from "#testing/email/inbox.ts";
import { twitterApp } from "#testing/twitter/twitter-app.ts";
import { claimOf, newPerson } from "#testing/twitter/twitter-calls.ts";
import { until } from "#testing/until.ts";

const app = twitterApp();
const ownersNew = "battery staple";
let owner: Member;
beforeEach(async () => {
  owner = await registerMember(app);
});

const post = async (path: string, fields: object) => {
  const body = { current_password: owner.password, ...fields };
  return app.call("POST", path, { as: owner, body, headers: freshAddress() });
};

/** Actions that somebody begins who has the session and the password, before the owner replaces the latter. */
const begun: Record<string, () => Promise<() => ReturnType<typeof post>>> = {
  "another password": async () => () =>
    post(`/api/fan/store-password/${owner.id}`, {
      password: "a thief's one",
      password_confirmation: "a thief's one",
    }),
  "another email": async () => () =>
    post(`/api/fan/store-email/${owner.id}`, { email: `new-${owner.email}` }),
  "an X account": async () => {
    const { claim } = claimOf(await app.journey(newPerson(), "?connect=1"));
    return () => post("/api/fan/connect-twitter", { claim });
  },
  "new recovery codes": async () => {
    const [one_time_code] = (await enrol(app, owner, new Date())).recoveryCodes;
    return () => post("/api/fan/renew-recovery-codes", { one_time_code });
  },
  "a second factor that is turned off": async () => {
    const [one_time_code] = (await enrol(app, owner, new Date())).recoveryCodes;
    return () => post("/api/fan/remove-second-factor", { one_time_code });
  },
  "an account that is closed": async () => () => post("/api/fan/block-user", {}),
};

test.each(Object.keys(begun))(
  "OWASP ASVS 6.2.3, 7.5.1: %s: refused where the owner has replaced the password meanwhile by a mailed link",
  async (what) => {
    const change = await begun[what]?.();
    const link = await mailedLink();
    const [reset, changed] = await app.withTransaction(async (tx) => {
      await sql`select from accounts.account where id = ${owner.id} for update`.execute(tx);
      const resetting = resetBy(link);
      await areWaiting(1);
      // The caller's password is right by now, and their transaction comes after that of the owner.
      const changing = change?.();
      await areWaiting(2);
      return [resetting, changing];
    });
    expect((await reset).status).toBe(200);
    const refused = await changed;
    expect([refused?.status, refused?.body.code]).toEqual([422, "wrong_password"]);
    expect(Object.keys(refused?.body.errors as object)).toEqual(["current_password"]);
    const account = await app.modules.identity.byId(app.db, owner.id);
    expect(account).toMatchObject({ email: owner.email, twitter_id: null, closed_at: null });
    // A person who is asked for the code has the right password.
    const signedIn = await signInAgain(app, owner, ownersNew);
    expect([undefined, "second_factor_required"]).toContain(signedIn.body.code);
  },
);

async function mailedLink() {
  await app.call("POST", "/auth/password/email", { body: { email: owner.email }, headers: freshAddress() });
  const link = new URL(pathIn(await emailTo(app, owner.email, "Choose a new password")), app.origin);
  return { token: link.searchParams.get("token"), email: owner.email };
}

const resetBy = (link: object) =>
  app.call("POST", "/auth/password/reset", {
    body: { ...link, password: ownersNew, password_confirmation: ownersNew },
    headers: freshAddress(),
  });

const areWaiting = (many: number) =>
  until(async () => {
    const asking = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"account"%'`;
    return (await asking.execute(app.db)).rows.length === many;
  }, `${many} that wait for the account`);
