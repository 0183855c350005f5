import fc from "fast-check";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import { type WalletClock, walletClock } from "#testing/wallet/wallet-clock.ts";
import type { Owner } from "./orders.ts";
import { createWallet } from "./wallet.ts";

const database = fileDatabase();
const wallet = createWallet();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let clock: WalletClock;

const person = fc.constantFrom("ann", "ben", "mia", "zoe");
const fan = fc.constantFrom("ann", "ben");
const tokens = fc.integer({ min: 1, max: 60 });
const step = fc.oneof(
  fc.record({ do: fc.constant("issue" as const), to: fan, tokens }),
  fc.record({ do: fc.constant("transfer" as const), from: person, to: person, tokens }),
  fc.record({ do: fc.constant("hold" as const), from: fan, tokens }),
  fc.record({
    do: fc.constant("capture" as const),
    to: fc.constantFrom("mia", "zoe"),
    tokens,
    nth: fc.nat(2),
  }),
  fc.record({ do: fc.constant("release" as const), nth: fc.nat(2) }),
  fc.record({ do: fc.constant("rollUp" as const) }),
  fc.record({ do: fc.constant("limit" as const), of: fan, day: fc.integer({ min: 60, max: 240 }) }),
  fc.record({ do: fc.constant("pause" as const), of: fan, days: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ do: fc.constant("wait" as const), hours: fc.constantFrom(1, 7, 23, 24, 25) }),
  fc.record({ do: fc.constant("repeat" as const), nth: fc.nat(8) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The expected state of the ledger, kept in the plainest way. */
type Book = {
  balances: Record<string, number>;
  /** A fan's spending, with its times. */
  spent: Record<string, { at: number; tokens: number }[]>;
  /** The limit for a day that holds, and a looser one that was chosen and waits. */
  limits: Record<string, { day: number; next: { day: number; from: number } | null }>;
  pauses: Record<string, number>;
  holds: { id: number; of: string; left: number; open: boolean }[];
  /** Commands that were carried out, each with the answer it must give when it is repeated. */
  done: { again: () => Promise<unknown>; answer: object }[];
};

test("R-OPEN-43: whatever happens in whatever order, limits, pauses and days that pass among it, the ledger holds what a plain book has, and sums to zero", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60, size: "max" }), async (steps) => {
      clock = await walletClock(database.owner, "2026-05-04T12:00:00Z");
      const people = await newPeople();
      const balances = { ann: 120, ben: 120, mia: 0, zoe: 0 };
      const book: Book = { balances, spent: {}, limits: {}, pauses: {}, holds: [], done: [] };
      for (const one of steps) await carryOut(one, people, book);
      for (const [name, owner] of Object.entries(people)) {
        expect(await wallet.balance(database.db, owner)).toBe(book.balances[name]);
        expect(book.balances[name]).toBeGreaterThanOrEqual(0);
      }
      for (const name of ["ann", "ben"]) {
        const { day, spent, pausedUntil } = await wallet.limits(database.db, (people[name] as Owner).id);
        expect([day, spent.day]).toEqual([limitOf(book, name)?.day ?? null, countedOf(book, name)]);
        expect(pausedUntil?.getTime() ?? null).toBe(isPaused(book, name) ? book.pauses[name] : null);
      }
      expect(await wallet.audit(database.db)).toMatchObject({ ok: true });
    }),
    { numRuns: 25 },
  );
});

type People = Record<string, Owner>;

async function carryOut(one: Step, people: People, book: Book): Promise<void> {
  const who = (name: string): Owner => people[name] as Owner;
  switch (one.do) {
    case "issue": {
      const order = {
        key: newKey(),
        to: who(one.to),
        tokens: one.tokens,
        kind: "bonus" as const,
        reason: "model",
      };
      return perform(book, () => wallet.issue(database.db, order), one.to, one.tokens);
    }
    case "transfer":
      return one.from === one.to ? undefined : transfer(one, who, book);
    case "hold":
      return hold(one, who(one.from).id, book);
    case "capture":
      return capture(one, who(one.to), book);
    case "release":
      return release(one.nth, book);
    case "limit":
      await wallet.setLimits(database.db, who(one.of).id, { day: one.day, week: null, month: null });
      return choose(book, one.of, one.day);
    case "pause": {
      await wallet.pauseSpending(database.db, who(one.of).id, one.days);
      book.pauses[one.of] = Math.max(book.pauses[one.of] ?? 0, nowMs() + one.days * dayMs);
      return;
    }
    case "wait":
      return clock.pass(one.hours * hourMs);
    case "rollUp":
      return void (await wallet.rollUp(database.db));
    case "repeat": {
      const past = book.done[one.nth];
      if (past) expect(await past.again()).toEqual({ ...past.answer, replayed: true });
    }
  }
}

async function perform(book: Book, run: () => Promise<object>, name: string, change: number): Promise<void> {
  const answer = await run();
  expect(answer).toMatchObject({ ok: true, replayed: false });
  book.balances[name] = (book.balances[name] ?? 0) + change;
  book.done.push({ again: run, answer });
}

async function transfer(
  one: { from: string; to: string; tokens: number },
  who: (name: string) => Owner,
  book: Book,
): Promise<void> {
  const balance = book.balances[one.from] ?? 0;
  const order = { key: newKey(), from: who(one.from), to: who(one.to), tokens: one.tokens, reason: "model" };
  const run = () => wallet.transfer(database.db, { ...order, kind: "gift" });
  const barrier = barrierOf(book, one.from, one.tokens);
  if (barrier) {
    expect(await run()).toMatchObject({ ok: false, refusal: { code: barrier } });
    return;
  }
  if (balance < one.tokens) {
    const refusal = { code: "too_few_tokens", needed: one.tokens, balance };
    expect(await run()).toEqual({ ok: false, refusal });
    return;
  }
  await perform(book, run, one.from, -one.tokens);
  spend(book, one.from, one.tokens);
  book.balances[one.to] = (book.balances[one.to] ?? 0) + one.tokens;
}

const nowMs = () => clock.now().getTime();

const spend = (book: Book, name: string, tokens: number) => {
  const spent = book.spent[name] ?? [];
  book.spent[name] = spent;
  spent.push({ at: nowMs(), tokens });
};

/** The tokens that count against a fan's limit: those spent within a day, and those set aside. */
function countedOf(book: Book, name: string): number {
  const held = book.holds.filter(({ of }) => of === name).reduce((sum, { left }) => sum + left, 0);
  const lately = (book.spent[name] ?? []).filter(({ at }) => at > nowMs() - dayMs);
  return lately.reduce((sum, { tokens }) => sum + tokens, held);
}

/** The limit that holds now; one that waited long enough has taken its place. */
function limitOf(book: Book, name: string) {
  const limit = book.limits[name];
  if (limit?.next && limit.next.from <= nowMs()) Object.assign(limit, { day: limit.next.day, next: null });
  return limit;
}

/** A tighter limit holds at once, a looser one after a day; a looser one that is tightened meanwhile waits no longer. */
function choose(book: Book, name: string, day: number): void {
  const limit = limitOf(book, name);
  if (!limit || day <= limit.day) {
    book.limits[name] = { day, next: null };
    return;
  }
  const isTighter = limit.next !== null && day <= limit.next.day;
  limit.next = { day, from: isTighter && limit.next ? limit.next.from : nowMs() + dayMs };
}

const isPaused = (book: Book, name: string): boolean => (book.pauses[name] ?? 0) > nowMs();

/** Why a spending is refused before the balance is checked; null: it is not. */
function barrierOf(book: Book, name: string, tokens: number) {
  if (isPaused(book, name)) return "spending_paused";
  const limit = limitOf(book, name)?.day ?? Number.POSITIVE_INFINITY;
  return countedOf(book, name) + tokens > limit ? "limit_reached" : null;
}

async function hold(one: { from: string; tokens: number }, fanId: number, book: Book): Promise<void> {
  const order = { key: newKey(), fanId, tokens: one.tokens, reason: one.from };
  const barrier = barrierOf(book, one.from, one.tokens);
  if (barrier || (book.balances[one.from] ?? 0) < one.tokens) {
    const code = barrier ?? "too_few_tokens";
    expect(await wallet.hold(database.db, order)).toMatchObject({ ok: false, refusal: { code } });
    return;
  }
  await perform(book, () => wallet.hold(database.db, order), one.from, -one.tokens);
  const answer = book.done.at(-1)?.answer as { holdId: number };
  book.holds.push({ id: answer.holdId, of: one.from, left: one.tokens, open: true });
}

async function capture(
  one: { to: string; tokens: number; nth: number },
  to: Owner,
  book: Book,
): Promise<void> {
  const held = book.holds[one.nth];
  if (!held) return;
  const order = { key: newKey(), holdId: held.id, to, tokens: one.tokens, reason: "model" };
  const answer = await wallet.capture(database.db, order);
  if (!held.open || held.left < one.tokens) {
    const refusal = held.open ? { code: "exceeds_hold", held: held.left } : { code: "hold_closed" };
    expect(answer).toEqual({ ok: false, refusal });
    return;
  }
  held.left -= one.tokens;
  spend(book, held.of, one.tokens);
  book.balances[one.to] = (book.balances[one.to] ?? 0) + one.tokens;
  expect(answer).toMatchObject({ ok: true, held: held.left });
}

async function release(nth: number, book: Book): Promise<void> {
  const held = book.holds[nth];
  if (!held) return;
  const answer = await wallet.release(database.db, { holdId: held.id, reason: "model" });
  expect(answer.replayed).toBe(!held.open);
  if (!held.open) return;
  book.balances[held.of] = (book.balances[held.of] ?? 0) + held.left;
  expect(answer).toMatchObject({ released: held.left, balance: book.balances[held.of] });
  Object.assign(held, { open: false, left: 0 });
}

async function newPeople(): Promise<People> {
  return {
    ann: await fanWith(database.db, 120),
    ben: await fanWith(database.db, 120),
    mia: await newModel(database.db),
    zoe: await newModel(database.db),
  };
}
