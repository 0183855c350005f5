import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { freshAddress, registerMember } from "#testing/app/members.ts";
import { testApp } from "#testing/app/test-app.ts";

const house = testApp();

test("R-OPEN-92: nobody asks through a list of people which of them are here", async () => {
  const headers = freshAddress();
  const doors = ["service/login-uniqueness?login=", "service/email-uniqueness?email=", "login_unique?login="];
  const ask = (nth: number) => house.call("GET", `/api/${doors[nth % 3]}nobody${nth}`, { headers });
  for (let nth = 0; nth < 100; nth++) expect((await ask(nth)).status).toBe(200);
  const refused = await ask(100);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: "too_many", retry_after: expect.any(Number) });
  expect(refused.body).not.toHaveProperty("status");
  const elsewhere = await house.call("GET", "/api/service/login-uniqueness?login=nobody", {
    headers: freshAddress(),
  });
  expect(elsewhere.status).toBe(200);
});

test("R-OPEN-92: registering in vain is not free either: forty tries an hour from one address", async () => {
  const { email } = await registerMember(house);
  const headers = freshAddress();
  const tryIt = () =>
    house.call("POST", "/auth/register", {
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
