import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { freshAddress, registerMember } from "#testing/app/members.ts";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp();

test("R-OPEN-92: nobody asks through a list of people which of them are here", async () => {
  const headers = freshAddress();
  const doors = ["service/login-uniqueness?login=", "service/email-uniqueness?email=", "login_unique?login="];
  const ask = (nth: number) => app.call("GET", `/api/${doors[nth % 3]}nobody${nth}`, { headers });
  for (let nth = 0; nth < 500; nth++) expect((await ask(nth)).status).toBe(200);
  const refused = await ask(500);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: "too_many", retry_after: expect.any(Number) });
  expect(refused.body).not.toHaveProperty("status");
  const elsewhere = await app.call("GET", "/api/service/login-uniqueness?login=nobody", {
    headers: freshAddress(),
  });
  expect(elsewhere.status).toBe(200);
});

test("R-OPEN-92: nor does a member by changing their email, which counts together with the questions", async () => {
  const [fan, other] = [await registerMember(app), await registerMember(app)];
  const headers = freshAddress();
  const change = (email: string, at = headers) =>
    app.call("POST", `/api/fan/store-email/${fan.id}`, { as: fan, body: { email }, headers: at });
  const ask = (nth: number) =>
    app.call("GET", `/api/service/email-uniqueness?email=nobody${nth}@example.test`, { headers });
  for (let nth = 0; nth < 250; nth++) {
    const { status, body } = await change(nth % 2 ? other.email : `nobody${nth}@example.test`);
    expect([status, body.code]).toEqual([422, nth % 2 ? "email_taken" : "password_required"]);
    expect((await ask(nth)).status).toBe(200);
  }
  const [taken, free] = [await change(other.email), await change("nobody@example.test")];
  for (const { status, body } of [taken, free, await ask(0)])
    expect([status, body.code]).toEqual([429, "too_many"]);
  expect({ ...taken.body, retry_after: 0 }).toEqual({ ...free.body, retry_after: 0 });
  expect((await change(other.email, freshAddress())).body.code).toBe("email_taken");
});

test("R-OPEN-92: registering in vain is not free either: forty tries an hour from one address", async () => {
  const { email } = await registerMember(app);
  const headers = freshAddress();
  const tryIt = () =>
    app.call("POST", "/auth/register", {
      headers,
      body: {
        login: `t${randomUUID().slice(0, 8)}`,
        email,
        password: "123456",
        password_confirmation: "123456",
        over_18: true,
        accept_terms: true,
        accept_privacy: true,
      },
    });
  const statuses: number[] = [];
  for (let nth = 0; nth < 41; nth++) statuses.push((await tryIt()).status);
  expect(statuses).toEqual([...Array<number>(40).fill(422), 429]);
});

const newName = () => `v${randomUUID().replaceAll("-", "").slice(0, 12)}`;
/** A wrong try; answers its status. */
const tryAt = async (headers: Record<string, string>, login: string) =>
  (await app.call("POST", "/api/web_login", { body: { login, password: "a guess" }, headers })).status;

/** The statuses that a stranger sees who shuts `first` from one address and from many, and then tries `second`. */
async function probe(first: string, second: string): Promise<number[]> {
  const from = freshAddress();
  const answers: number[] = [];
  for (let turn = 0; turn < 6; turn++) answers.push(await tryAt(from, first));
  answers.push(await tryAt(from, second));
  for (let turn = 0; turn < 16; turn++) await tryAt(freshAddress(), first);
  const there = freshAddress();
  return [...answers, await tryAt(there, first), await tryAt(there, second)];
}

test("R-OPEN-92, R-AUTH-03: wrong tries for a user name say nothing about an email, nor those for an email about a user name, nor whether anybody has either", async () => {
  const [one, two] = [await registerMember(app), await registerMember(app)];
  const seen = [
    await probe(one.login, one.email),
    await probe(two.email, two.login),
    await probe(newName(), `${newName()}@example.test`),
    await probe(`${newName()}@example.test`, newName()),
  ];
  for (const answers of seen) expect(answers).toEqual([401, 401, 401, 401, 401, 429, 401, 429, 401]);
});

test("R-OPEN-92: an unknown name takes as long to refuse as a known one, with tries left and without", async () => {
  const time = async (name: string) => {
    const begun = performance.now();
    await tryAt(freshAddress(), name);
    return performance.now() - begun;
  };
  const phases = [9, 11, 9].map((turns) => ({ turns, known: [] as number[], unknown: [] as number[] }));
  // Several people, one after the other: what else the machine does meanwhile does not decide a median of so many.
  for (let round = 0; round < 4; round++) {
    const [fan, nobody] = [await registerMember(app), newName()];
    for (const { turns, known, unknown } of phases)
      for (let turn = 0; turn < turns; turn++) {
        known.push(await time(fan.login));
        unknown.push(await time(nobody));
      }
  }
  for (const phase of phases) {
    const [known, unknown] = [median(phase.known), median(phase.unknown)];
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3);
  }
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
