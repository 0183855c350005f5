import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import type { StatusAnswer } from "../payment/payment-answer.ts";
import { createReturnSession } from "./return-session.ts";

const answer = (state: "pending" | "completed" | "failed", message = ""): StatusAnswer => ({
  status: 200,
  body: { success: state !== "failed", status: state, fan_balance: 600, transaction_id: "t1", message },
});

function page(answers: StatusAnswer[], { id = "t1" as string | null, token = true } = {}) {
  const clock = manualClock();
  const asked: string[] = [];
  const decided: string[] = [];
  const session = createReturnSession({
    clock,
    id,
    hasToken: () => token,
    status: async (of) => {
      asked.push(of);
      return (answers.length > 1 ? answers.shift() : answers[0]) as StatusAnswer;
    },
    decided: ({ phase }) => decided.push(phase),
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { session, asked, decided, pass };
}

test("R-PAY-56, R-AMB-61: the page asks at once and then every 2 seconds, until the payment is completed", async () => {
  const p = page([answer("pending"), answer("pending"), answer("completed")]);
  p.session.check();
  await p.pass(0);
  expect(p.asked).toHaveLength(1);
  expect(p.session.get().phase).toBe("checking");
  await p.pass(2_000);
  await p.pass(2_000);
  expect(p.session.get()).toMatchObject({ phase: "completed", balance: 600 });
  await p.pass(10_000);
  expect(p.asked).toEqual(["t1", "t1", "t1"]);
  expect(p.decided).toEqual(["completed"]);
});

test("R-PAY-35: a payment that failed says why", async () => {
  const p = page([answer("failed", "Declined by the bank")]);
  p.session.check();
  await p.pass(0);
  expect(p.session.get()).toMatchObject({ phase: "failed", message: "Declined by the bank" });
  expect(p.decided).toEqual(["failed"]);
});

test("R-OPEN-92: a decline that was one too many names when the next try is possible", async () => {
  const last = answer("failed", "Declined by the bank");
  const p = page([{ ...last, body: { ...last.body, retry_after: 2400 } } as StatusAnswer]);
  p.session.check();
  await p.pass(0);
  expect(p.session.get().retryAt).toEqual(new Date("2026-11-21T12:40:00Z"));
});

test("R-PAY-56: after a minute it stops asking and can be asked again", async () => {
  const p = page([answer("pending")]);
  p.session.check();
  for (let second = 0; second < 64; second += 2) await p.pass(2_000);
  expect(p.session.get().phase).toBe("stalled");
  const before = p.asked.length;
  await p.pass(60_000);
  expect(p.asked).toHaveLength(before);
  p.session.check();
  await p.pass(0);
  expect(p.asked).toHaveLength(before + 1);
  expect(p.decided).toEqual([]);
});

test("R-PAY-56: another fan's payment, an ended session and an address without an id say so", async () => {
  const problem = { code: "x", message: "x" };
  const other = page([{ status: 404, body: problem }]);
  other.session.check();
  await other.pass(0);
  expect(other.session.get().phase).toBe("missing");
  const ended = page([{ status: 401, body: problem }]);
  ended.session.check();
  await ended.pass(0);
  expect(ended.session.get().phase).toBe("login");
  const guest = page([answer("completed")], { token: false });
  guest.session.check();
  expect(guest.session.get().phase).toBe("login");
  expect(guest.asked).toEqual([]);
  const bare = page([answer("completed")], { id: null });
  bare.session.check();
  expect(bare.session.get().phase).toBe("missing");
});

test("A page that was left asks no more", async () => {
  const p = page([answer("pending")]);
  p.session.check();
  await p.pass(0);
  p.session.dispose();
  await p.pass(60_000);
  expect(p.asked).toHaveLength(1);
});
