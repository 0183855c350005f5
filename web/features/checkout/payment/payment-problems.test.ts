import { expect, test } from "vitest";
import { until } from "#testing/until.ts";
import {
  checkout,
  nextQuestion,
  order,
  paid,
  refused,
  unknownPayment,
} from "#testing/web/checkout/payment-session.ts";
import type { StatusAnswer } from "./payment-answer.ts";

test.each([
  ["R-ERR-03", refused(400, { message: "Declined" }), { kind: "server_message", message: "Declined" }],
  [
    "R-ERR-03",
    refused(503, { code: "overloaded", message: "Busy" }),
    { kind: "server_message", message: "Busy" },
  ],
  [
    "R-ERR-03",
    refused(503, { code: "purchases_closed", message: "Closed" }),
    { kind: "server_message", message: "Closed" },
  ],
  ["R-ERR-07", refused(422, { message: "Bad zip" }), { kind: "validation", message: "Bad zip" }],
  ["R-ERR-07", refused(422, {}), { kind: "validation", message: null }],
  [
    "R-ERR-05",
    refused(200, { success: false, message: "a", error: "b" }),
    { kind: "unsuccessful", message: "a" },
  ],
  ["R-ERR-05", refused(200, { success: false, error: "b" }), { kind: "unsuccessful", message: "b" }],
  ["R-ERR-05", refused(200, { success: false }), { kind: "unsuccessful", message: null }],
  ["R-PAY-35", refused(200, { success: true, status: "failed" }), { kind: "unsuccessful", message: null }],
])("%s: %j is said as %j", async (_, answer, problem) => {
  const c = checkout([answer]);
  await c.session.pay(order);
  expect(c.session.state.get().problem).toEqual(problem);
  expect(c.session.state.get().phase).toBe("ready");
  expect(c.seen.closed).toBe(0);
});

test.each([
  [refused(500), { kind: "server_status", status: 500 }],
  [refused(500, {}), { kind: "server_status", status: 500 }],
  [refused(503, { code: "unavailable", message: "Away" }), { kind: "server_message", message: "Away" }],
])(
  "R-ERR-03, R-ERR-04: after a failure of the server, %j, it is asked once whether it knows the order, and then %j is said",
  async (answer, problem) => {
    const c = checkout([answer], [unknownPayment]);
    await c.session.pay(order);
    await until(() => c.session.state.get().phase === "ready", "the form");
    expect(c.session.state.get().problem).toEqual(problem);
    expect(c.seen.asked).toEqual(["TKN_1795262400000"]);
    expect(c.seen.closed).toBe(0);
  },
);

test("R-ERR-03, R-PAY-41: what the server said of its failure is said too when another purchase has the order asked about again", async () => {
  const c = checkout(
    [refused(503, { code: "unavailable", message: "Away" })],
    [{ status: 503, body: { code: "unavailable", message: "Away" } } as StatusAnswer, unknownPayment],
  );
  await c.session.pay(order);
  await until(() => c.seen.asked.length > 0, "the first question");
  c.session.arrived({ new_balance: 350, tokens: 250, transaction_id: "t2" });
  await until(() => c.session.state.get().phase === "ready", "the form");
  expect(c.session.state.get().problem).toEqual({ kind: "server_message", message: "Away" });
  expect(c.seen.asked).toHaveLength(2);
});

test("R-ERR-04: what a proxy answers in the server's place is said when the order stays unknown", async () => {
  const c = checkout([refused(502, { code: "unreadable", message: "HTTP 502" })], [unknownPayment]);
  await c.session.pay(order);
  for (let question = 0; question < 3; question += 1) {
    expect(c.session.state.get()).toMatchObject({ phase: "pending", unanswered: true });
    await nextQuestion(c);
  }
  expect(c.session.state.get()).toMatchObject({
    phase: "ready",
    problem: { kind: "server_status", status: 502 },
  });
});

test("R-ERR-02, R-AMB-62: an ended session is said once and closes the modal", async () => {
  const c = checkout([refused(401, { message: "Unauthenticated" })]);
  await c.session.pay(order);
  expect(c.seen.notified).toEqual(["session_expired"]);
  expect(c.seen.closed).toBe(1);
});

test("R-ERR-06, R-AMB-37: without a token nothing is sent", async () => {
  const c = checkout([paid]);
  c.page.token = false;
  await c.session.pay(order);
  expect(c.seen.posts).toEqual([]);
  expect(c.seen.notified).toEqual(["no_token"]);
  expect(c.session.state.get().phase).toBe("ready");
});
