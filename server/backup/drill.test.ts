import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { newVapidKey } from "#server/config/vapid-key.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { isHalfRestored } from "#server/kit/database/restore-mark.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { createPrivateFiles, createStorage, fileRoots, keysIn, localFiles } from "#server/storage/storage.ts";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { emptyTarget, workFolder } from "#testing/backup/backups.ts";
import { npmRun, runProgram, settingsFor } from "#testing/backup/commands.ts";
import { createItem } from "#testing/content/items.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { dump } from "#testing/database/dump.ts";
import { cutConnections, fileDatabase } from "#testing/database/test-database.ts";
import { startApp } from "#testing/processes/app-process.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { createPeople, tipAway } from "#testing/processes/tipping.ts";
import { until } from "#testing/until.ts";
import { tusCalls } from "#testing/uploads/tus-calls.ts";
import { listedIn } from "./check-backup.ts";
import { readManifest } from "./manifest.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const at = workFolder();

const picture = (color: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Does something again and again until it is told to end; answers how often. */
function again(work: (turn: number) => Promise<unknown>) {
  let [over, turns] = [false, 0];
  const all = (async () => {
    while (!over) await work(turns++);
  })();
  all.catch(() => undefined);
  return {
    turns: () => turns,
    async end() {
      over = true;
      await all;
      return turns;
    },
  };
}

/** Fans who change their picture, upload files in parts and buy films, as fast as they are answered. */
async function bustle(app: NamedApp, fans: Member[], model: Member) {
  const files = localFiles(apps.dataDir);
  const shop = { files, dataDir: apps.dataDir, secret: "of no link", clock: systemClock, db: database.db };
  const modules = { storage: createStorage(files), privateFiles: createPrivateFiles(shop) };
  const pictures = await Promise.all(["#26a", "#a26", "#6a2"].map(picture));
  const uploads = tusCalls(() => app.origin);
  const wear = again(async (turn) => {
    const [as, form] = [fans[turn % fans.length] as Member, new FormData()];
    const bytes = new Uint8Array(pictures[turn % pictures.length] ?? []);
    form.append("avatar", new Blob([bytes], { type: "image/png" }), "me.png");
    return app.call("POST", `/api/fan/store-avatar/${as.id}`, { as, body: form });
  });
  const buy = again(async (turn) => {
    const id = await createItem({ db: database.db, modules }, model, { title: `Film ${turn}`, price: 2 });
    const as = fans[turn % fans.length] as Member;
    const body = { attachment_id: id, price: 2 };
    return app.call("POST", "/api/fan/buy-attachment", { as, body, key: randomUUID() });
  });
  const upload = again(async (turn) => {
    const as = fans[turn % fans.length] as Member;
    const begun = await uploads.begin(as, 60_000);
    const where = new URL(begun.headers.get("location") ?? "", app.origin).pathname;
    await uploads.append(as, where, 0, new Uint8Array(30_000).fill(turn));
    if (turn % 2) await uploads.call(as, "DELETE", where);
  });
  return { wear, buy, upload };
}

/** A fan in a private show of a model who is on air, at ten tokens a second. */
async function privateShow(app: NamedApp) {
  const [fan, model] = [await registerMember(app), await registerListedModel(app, database.db)];
  await sql`select wallet.issue(${`drill:${fan.id}`}, 'opening', 'fan', ${fan.id}, 2000, 'opening', null)`.execute(
    database.owner,
  );
  const air = await goLive(app, model);
  await app.call("POST", "/api/studio/rates", { as: model, body: { private: 600 } });
  const body = { model_id: model.id, mode: "private", rate: 600 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  const answer = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", answer, { as: model, body: { accept: true } })).status).toBe(200);
  const { playback } = (await app.call("GET", `/api/stream/${model.login}`, { as: fan })).body;
  const viewer = await watch(app, playback as PlaybackOffer);
  await until(async () => (await showOf(database.db, fan)).served >= 2, "two seconds of the show");
  const close = () => {
    for (const peer of [viewer, air]) peer.close();
  };
  return { fan, close };
}

async function showOf(db: Database, { id }: Member) {
  const participant = sql<{ served: number; open: boolean; spent: number; held: number }>`
    select (served_ms / 1000)::int as served, ended_at is null as open, spent::int, held::int
    from live.participant where fan_id = ${id}`;
  const [found] = await readRows(db, participant);
  if (!found) throw new Error("there is no show");
  return found;
}

const one = async (db: Database, query: ReturnType<typeof sql<{ n: number }>>) =>
  (await readRows(db, query))[0]?.n ?? 0;

/** What was written in one transaction with its tokens is there with them, and no token more. */
async function expectOneMoment(db: Database): Promise<void> {
  const moved = (kind: string) => sql<{ n: number }>`
    select count(*)::int as n from wallet.transfer where kind::text = ${kind}`;
  expect(await one(db, moved("tip"))).toBe(await one(db, sql`select count(*)::int as n from live.tip`));
  expect(await one(db, moved("unlock"))).toBe(
    await one(db, sql`select count(*)::int as n from content.purchase`),
  );
  await auditLedger(db);
}

/** Every file that a row names is there, and is the one that the backup was made of. */
async function expectEveryFile(db: Database, dataDir: string, folder: string): Promise<number> {
  const digests = new Map<string, string>();
  for await (const file of listedIn(folder, await readManifest(folder)))
    if ("sha256" in file) digests.set(file.key, file.sha256);
  const digestOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
  const named = new Set(keysIn(await dump(db)));
  for (const key of named) {
    const whole = fileRoots.map((root) => `${root}/${key}`).find((each) => digests.has(each));
    expect(whole, `${key} is in the backup`).toBeDefined();
    expect(digestOf(path.join(dataDir, whole ?? "")), key).toBe(digests.get(whole ?? ""));
    const source = path.join(apps.dataDir, whole ?? "");
    if (existsSync(source)) expect(digestOf(source), key).toBe(digests.get(whole ?? ""));
  }
  return named.size;
}

test(
  "the drill: a backup amid tips, purchases and uploads is restored elsewhere by the two commands, every file is there, the ledger is sound, and a show that was open is settled",
  { timeout: 300_000 },
  async () => {
    const app = await apps.start();
    const people = await createPeople(app, database.db);
    const show = await privateShow(app);
    const tips = tipAway(() => app, people);
    const { wear, buy, upload } = await bustle(app, people.fans, people.model);
    await until(() => wear.turns() > 3 && buy.turns() > 3 && upload.turns() > 3, "everybody to be at it");
    const folder = at("drill");
    const before = tips.paid.size;
    const made = await npmRun("backup", [folder, "--secrets"], {
      ...settingsFor({ ...database, dataDir: apps.dataDir }),
      JWT_SECRET: "a secret that only the operator knows",
      VAPID_PRIVATE_KEY: newVapidKey(),
    });
    console.log(made.stdout);
    expect(made, made.stderr).toMatchObject({ code: 0, signal: null });
    expect(made.stderr).toContain("a person who has it can sign in as anybody");
    expect(tips.paid.size, "tips went on").toBeGreaterThan(before);
    const counts = [await wear.end(), await buy.end(), await upload.end()];
    await tips.end();
    await app.kill();
    show.close();

    const target = await emptyTarget();
    const dataDir = at("restored");
    const restored = await npmRun("restore", [folder], settingsFor({ ...target, dataDir }));
    console.log(restored.stdout, restored.stderr);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toMatch(
      /^Ledger: sound, [\d,]+ accounts, [\d,]+ transfers, as in the backup\.$/m,
    );
    await expectOneMoment(target.owner);
    const files = await expectEveryFile(target.owner, dataDir, folder);
    expect(files).toBeGreaterThan(people.fans.length);
    expect(readFileSync(path.join(dataDir, "secret"), "utf8").trim()).toMatch(/^a secret that only/);
    console.log(
      `The load meanwhile: ${counts.join(", ")} pictures, purchases, uploads; ${files} named files.`,
    );

    await prepareSchema(target.db, { ownerUrl: target.ownerUrl, log: silentLog });
    expect(await showOf(target.db, show.fan)).toMatchObject({ open: true, spent: 0, held: 600 });
    const again = await startApp({ databaseUrl: target.url, name: "after the drill", dataDir });
    try {
      const signedIn = await again.call("GET", "/api/fan/profile", { as: show.fan });
      expect(signedIn.status, "every session has ended").toBe(401);
      await until(async () => !(await showOf(target.db, show.fan)).open, "the show to be settled", 60_000);
    } finally {
      await again.stop();
    }
    const { served, spent, held } = await showOf(target.db, show.fan);
    expect([spent, held], "what was served is paid, the rest came back").toEqual([served * 10, 0]);
    await auditLedger(target.db);
  },
);

test(
  "kill -9 of a backup, wherever it is, leaves nothing that passes for one, and does not keep the next from being made",
  { timeout: 300_000 },
  async () => {
    await mkdir(apps.dataDir, { recursive: true });
    const settings = settingsFor({ ...database, dataDir: apps.dataDir });
    const countFile = at("files of a backup");
    const whole = await runProgram("backup", [at("counted")], settings, { countFile });
    expect(whole, whole.stderr).toMatchObject({ code: 0 });
    const count = Number(readFileSync(countFile, "utf8"));
    const folder = at("killed");
    for (const killAt of ["1", String(count >> 1), String(count), "rename"]) {
      const killed = await runProgram("backup", [folder], settings, { killAt });
      expect(killed.signal, killAt).toBe("SIGKILL");
      expect(existsSync(folder), killAt).toBe(false);
      const target = await emptyTarget();
      for (const draft of readdirSync(at(".")).filter((name) => name.startsWith("killed."))) {
        const tried = await npmRun("restore", [at(draft)], settingsFor({ ...target, dataDir: at("none") }));
        const isWhole = killAt === "rename";
        if (!isWhole)
          expect(tried).toMatchObject({ code: 1, stderr: expect.stringMatching(/is no whole backup/) });
      }
    }
    const next = await runProgram("backup", [folder], settings);
    expect(next, next.stderr).toMatchObject({ code: 0 });
    expect(readdirSync(apps.dataDir).filter((name) => name.startsWith("backup-"))).toEqual([]);
  },
);

test(
  "kill -9 of a restore, wherever it is: the product does not start on what it left, and the next restore ends whole",
  { timeout: 300_000 },
  async () => {
    const folder = at("to restore");
    const made = await runProgram("backup", [folder], settingsFor({ ...database, dataDir: apps.dataDir }));
    expect(made, made.stderr).toMatchObject({ code: 0 });
    const { tables, files } = await readManifest(folder);
    const target = await emptyTarget();
    const settings = settingsFor({ ...target, dataDir: at("kill") });
    // What it opens: every part to check it, the list of files twice, a file that shows that the folder can be written,
    // and then two files for each that it copies, and one for each table.
    const checked = tables.length + files.count + 3;
    const copied = checked + 1 + 2 * files.count;
    const points = [checked + 1, checked + 1 + files.count, copied + 1, copied + (tables.length >> 1)];
    for (const killAt of ["rename", ...points, copied + tables.length]) {
      const killed = await runProgram("restore", [folder], settings, { killAt: String(killAt) });
      expect(killed.signal, `at ${killAt}: ${killed.stderr}`).toBe("SIGKILL");
      await cutConnections(target);
      expect(await isHalfRestored(target.owner), `at ${killAt}`).toBe(true);
      const start = prepareSchema(target.db, { ownerUrl: target.ownerUrl, log: silentLog });
      await expect(start).rejects.toMatchObject({ code: "half_restored" });
      await cutConnections(target);
    }
    const done = await runProgram("restore", [folder], settings);
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect(done.stdout).toMatch(/^Ledger: sound/m);
    const twice = await runProgram("restore", [folder], settings);
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringMatching(/^the database is not empty/) });
  },
);
