import { hashPassword } from "#server/identity/identity.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type BenchApp, startBenchApp } from "../bench-app.ts";
import type { Row } from "../row.ts";

const people = 150;
const warmUp = 20;

/** One question about somebody: a server that answers faster for people it knows reveals who has an account. */
type Ask = (person: { login: string; email: string }, from: string) => Promise<number>;

/**
 * Whether answers take as long for unknown people as for known ones: signing in with a wrong password, and asking for
 * a new one. Questions come in random order, each from its own address; medians are compared.
 */
export async function run(): Promise<Row[]> {
  const bench = await startBenchApp();
  try {
    await settle(bench);
    const signIn: Ask = ({ login }, from) =>
      milliseconds(bench, "/api/web_login", { login, password: "not the password" }, from);
    const forgot: Ask = ({ email }, from) => milliseconds(bench, "/auth/password/email", { email }, from);
    return [
      await compare("sign_in.unknown_name", "wrong password", signIn),
      await compare("forgot_password.unknown_email", "known email", forgot),
    ];
  } finally {
    await bench.stop();
  }
}

const known = (n: number) => personOf(`known${n}`);
const unknown = (n: number) => personOf(`nobody${n}`);
const personOf = (login: string) => ({ login, email: `${login}@example.test` });

/** Opens the known accounts; one hash serves all. */
async function settle({ app, db }: BenchApp): Promise<void> {
  const passwordHash = await hashPassword("the right password");
  const { identity } = app.modules;
  for (let n = 0; n < people; n++) {
    await inTransaction(db, (tx) =>
      identity.open(tx, { ...known(n), passwordHash, role: "fan", language: "en", address: "127.0.0.1" }),
    );
  }
}

async function compare(name: string, peerName: string, ask: Ask): Promise<Row> {
  const turns = Array.from({ length: people }, (_, n) => [
    { n, person: known(n), known: true },
    { n, person: unknown(n), known: false },
  ]).flat();
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [index, turn] of shuffled(turns).entries()) {
    const ms = await ask(turn.person, addressOf(name, index));
    if (index >= warmUp) times[turn.known ? "known" : "unknown"].push(ms);
  }
  const [value, peer] = [median(times.unknown), median(times.known)];
  return {
    name,
    value: round(value),
    unit: "ms",
    peer: { name: peerName, value: round(peer) },
    ratio: round(value / peer),
    aim: "0.9–1.1",
  };
}

async function milliseconds({ origin }: BenchApp, path: string, body: object, from: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify(body),
  });
  await answer.text();
  const ms = performance.now() - start;
  if (answer.status !== 401 && answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return ms;
}

function addressOf(name: string, index: number): string {
  return `10.${name.length}.${index >> 8}.${index & 255}`;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const round = (value: number) => Math.round(value * 100) / 100;
