import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Reply, testApp } from "#testing/app/test-app.ts";
import { emailTo } from "#testing/email/inbox.ts";

const app = testApp();
const password = "correct horse";
const windowSeconds = 15 * 60;

type Fan = { login: string; email: string; home: string };

let addresses = 0;
/** An address that nobody has used before. */
function elsewhere(): string {
  addresses++;
  return `172.16.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

const newName = () => `v${randomUUID().replaceAll("-", "").slice(0, 12)}`;

function register(from: string, login = newName()): Promise<Reply> {
  const consents = { over_18: true, accept_terms: true, accept_privacy: true };
  return app.call("POST", "/auth/register", {
    body: { login, email: `${login}@example.test`, password, password_confirmation: password, ...consents },
    headers: { "x-forwarded-for": from },
  });
}

/** A fan who is known at home: the account was opened there. */
async function newFan(): Promise<Fan> {
  const [login, home] = [newName(), elsewhere()];
  expect((await register(home, login)).status).toBe(201);
  return { login, email: `${login}@example.test`, home };
}

function tryAt(
  from: string,
  login: string,
  word = "a guess",
  path = "/api/web_login",
  cookie = "",
): Promise<Reply> {
  const headers = { "x-forwarded-for": from, ...(cookie && { cookie }) };
  return app.call("POST", path, { body: { login, password: word }, headers });
}

/** Tries in a browser that keeps a device cookie. */
const tryOn = (device: string, from: string, login: string, word?: string) =>
  tryAt(from, login, word, "/api/web_login", device);

/** The device cookie that an answer sets, as a browser sends it again. */
function deviceOf({ headers }: Reply): string {
  const set = /(?:^|, )(device=[\w-]{43});/.exec(String(headers["set-cookie"]))?.[1];
  if (set === undefined) throw new Error(`no device cookie in ${String(headers["set-cookie"])}`);
  return set;
}

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);

/** Uses up what all strangers together may try of a name. */
const hammer = (name: string) => repeat(21, () => tryAt(elsewhere(), name));

/** One after the other, as `count` separate callers would. */
async function repeat(count: number, work: (turn: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let turn = 0; turn < count; turn++) replies.push(await work(turn));
  return replies;
}

async function byForm(from: string, login: string): Promise<Reply> {
  const page = await app.call("GET", "/auth/login-form", { headers: { "x-forwarded-for": from } });
  const token = /name="_token" value="(.{40})"/.exec(String(page.body.text))?.[1] ?? "";
  const answer = await fetch(`${app.origin}/auth/login-form`, {
    method: "POST",
    headers: { "x-forwarded-for": from },
    body: new URLSearchParams({ _token: token, login, password: "a guess" }),
  });
  return { status: answer.status, body: {}, headers: Object.fromEntries(answer.headers) };
}

/** Asks for a new password, and reads the token of the link that was mailed. */
async function mailedToken(email: string, from: string): Promise<string> {
  const headers = { "x-forwarded-for": from };
  await app.call("POST", "/auth/password/email", { body: { email }, headers });
  const { text } = await emailTo(app, email, "Choose a new password");
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").searchParams.get("token") ?? "";
}

/** Chooses "another horse" by a mailed link. */
function resetBy(token: string, email: string, headers: Record<string, string>): Promise<Reply> {
  const body = { token, email, password: "another horse", password_confirmation: "another horse" };
  return app.call("POST", "/auth/password/reset", { body, headers });
}

/** The attacks, and how many of their tries may get as far as the password. */
const abuses: Record<string, { letIn: number; attack: () => Promise<Reply[]> }> = {
  "guessing one login from one address": {
    letIn: 5,
    attack: async () => {
      const [fan, from] = [await newFan(), elsewhere()];
      return repeat(8, () => tryAt(from, fan.login));
    },
  },
  "guessing a login that nobody has": {
    letIn: 5,
    attack: async () => {
      const [login, from] = [newName(), elsewhere()];
      return repeat(8, () => tryAt(from, login));
    },
  },
  "spraying one password over many logins from one address": {
    letIn: 100,
    attack: async () => {
      const from = elsewhere();
      return repeat(104, () => tryAt(from, newName()));
    },
  },
  "guessing one login from many addresses": {
    letIn: 20,
    attack: async () => {
      const fan = await newFan();
      return repeat(24, () => tryAt(elsewhere(), fan.login));
    },
  },
  "writing the login in other cases and with blanks": {
    letIn: 5,
    attack: async () => {
      const [{ login }, from] = [await newFan(), elsewhere()];
      const spellings = [login, login.toUpperCase(), ` ${login}`, `${login} `, `V${login.slice(1)}`];
      return repeat(8, (turn) => tryAt(from, spellings[turn % spellings.length] ?? login));
    },
  },
  // Five of each: counted together they would reveal that they belong together.
  "changing between the user name and the email of one account": {
    letIn: 10,
    attack: async () => {
      const [fan, from] = [await newFan(), elsewhere()];
      return repeat(14, (turn) => tryAt(from, turn % 2 ? fan.login : fan.email));
    },
  },
  "going through the addresses of one IPv6 network": {
    letIn: 5,
    attack: async () => {
      const fan = await newFan();
      return repeat(8, (turn) => tryAt(`2001:db8:77:1::${turn + 1}`, fan.login));
    },
  },
  "writing other addresses before the one that the proxy adds": {
    letIn: 5,
    attack: async () => {
      const [fan, from] = [await newFan(), elsewhere()];
      return repeat(8, () => tryAt(`${elsewhere()}, ${from}`, fan.login));
    },
  },
  "guessing many times at the same moment": {
    letIn: 5,
    attack: async () => {
      const [fan, from] = [await newFan(), elsewhere()];
      return Promise.all(Array.from({ length: 30 }, () => tryAt(from, fan.login)));
    },
  },
  "taking turns between today's and the legacy endpoints": {
    letIn: 5,
    attack: async () => {
      const [{ login }, from] = [await newFan(), elsewhere()];
      return repeat(9, (turn) =>
        turn % 3 === 2
          ? byForm(from, login)
          : tryAt(from, login, "a guess", ["/api/web_login", "/api/login"][turn % 3]),
      );
    },
  },
  "signing in rightly in between": {
    letIn: 100,
    attack: async () => {
      const [own, from] = [await newFan(), elsewhere()];
      const replies: Reply[] = [];
      for (let turn = 0; turn < 104; turn++) {
        if (turn % 6 === 5) await tryAt(from, own.login, password);
        replies.push(await tryAt(from, newName()));
      }
      return replies;
    },
  },
  "opening accounts in a row": {
    letIn: 5,
    attack: async () => {
      const from = elsewhere();
      return repeat(7, () => register(from));
    },
  },
  "opening accounts at the same moment": {
    letIn: 5,
    attack: async () => {
      const from = elsewhere();
      return Promise.all(Array.from({ length: 12 }, () => register(from)));
    },
  },
};

test.each(Object.keys(abuses))("R-OPEN-92: %s is stopped with 429 and the time to wait", async (name) => {
  const abuse = abuses[name];
  const replies = (await abuse?.attack()) ?? [];
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.length - refused.length).toBe(abuse?.letIn);
  expect(replies.slice(0, 5).map(({ status }) => status)).not.toContain(500);
  for (const { headers } of refused) {
    const seconds = Number(headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(name.startsWith("opening") ? 3_600 : windowSeconds);
  }
});

test("R-OPEN-92: strangers do not shut the owner out at home, where the account is known", async () => {
  const fan = await newFan();
  await hammer(fan.login);
  expect((await tryAt(elsewhere(), fan.login, password)).status).toBe(429);
  expect((await tryAt(fan.home, fan.login)).status, "a wrong try there is refused as everywhere").toBe(429);
  expect((await tryAt(fan.home, fan.login, password)).status).toBe(200);
  expect((await tryAt(fan.home, fan.email, password)).status).toBe(200);
});

test("R-OPEN-92: what others behind the same address have mistyped keeps nobody out", async () => {
  const [fan, shared] = [await newFan(), elsewhere()];
  await repeat(60, () => tryAt(shared, newName()));
  expect((await tryAt(shared, fan.login, password)).status).toBe(200);
});

test("R-OPEN-92: asking on while refused does not prolong the wait, and the right password is not looked at", async () => {
  const fan = await newFan();
  await repeat(5, () => tryAt(fan.home, fan.login));
  const waits = (await repeat(4, () => tryAt(fan.home, fan.login, password))).map(({ status, headers }) => {
    expect(status).toBe(429);
    return Number(headers["retry-after"]);
  });
  expect(waits).toEqual(waits.toSorted((a, b) => b - a));
  expect((await tryAt(elsewhere(), fan.login, password)).status).toBe(200);
});

test("R-OPEN-92: a few wrong tries before the right one cost nothing afterwards", async () => {
  const [fan, from] = [await newFan(), elsewhere()];
  for (let round = 0; round < 3; round++) {
    await repeat(3, () => tryAt(from, fan.login));
    expect((await tryAt(from, fan.login, password)).status).toBe(200);
  }
});

test("another password leaves one known device, the one it was chosen on", async () => {
  const login = newName();
  const fan = await register(elsewhere(), login);
  const [mine, thief] = [deviceOf(fan), deviceOf(await tryAt(elsewhere(), login, password))];
  const changed = await app.call("POST", `/api/fan/store-password/${String(fan.body.fan_id)}`, {
    as: { id: 0, login, token: String(fan.body.accessToken) },
    body: { current_password: password, password: "another horse", password_confirmation: "another horse" },
    headers: { cookie: mine, "x-forwarded-for": elsewhere() },
  });
  expect(changed.status).toBe(200);
  await hammer(login);
  expect((await tryOn(thief, elsewhere(), login, "another horse")).status).toBe(429);
  expect((await tryOn(mine, elsewhere(), login, "another horse")).status).toBe(200);
});

test("R-OPEN-92: on a device that has signed in before the owner comes in whatever strangers do, in its network too", async () => {
  const home = elsewhere();
  const login = newName();
  const device = deviceOf(await register(home, login));
  await hammer(login);
  await repeat(26, () => tryAt(home, login));
  expect((await tryAt(home, login, password)).status, "without the cookie").toBe(429);
  const [there, strange] = [elsewhere(), elsewhere()];
  for (const from of [home, there]) expect((await tryOn(device, from, login, password)).status).toBe(200);
  const other = deviceOf(await register(elsewhere()));
  for (const foreign of [other, `device=${"A".repeat(43)}`, "device=short"])
    expect((await tryOn(foreign, strange, login, password)).status, foreign).toBe(429);
});

test("R-OPEN-92: a known device has five tries of its own and no more, which strangers do not use up", async () => {
  const login = newName();
  const device = deviceOf(await register(elsewhere(), login));
  const wrong = await repeat(7, () => tryOn(device, elsewhere(), login));
  expect(statuses(wrong)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await tryOn(device, elsewhere(), login, password)).status).toBe(429);
  expect((await tryAt(elsewhere(), login, password)).status, "and they are none of the strangers'").toBe(200);
});

test("R-OPEN-92, R-OPEN-08: on a new device the owner comes in by a mailed link while strangers go on trying", async () => {
  const fan = await newFan();
  const there = elsewhere();
  for (const name of [fan.login, fan.email]) await hammer(name);
  await repeat(6, () => tryAt(there, fan.login));
  expect((await tryAt(there, fan.login, password)).status).toBe(429);
  const token = await mailedToken(fan.email, there);
  // Nor do dead links that strangers of the same network try.
  const reset = (link: string) => resetBy(link, fan.email, { "x-forwarded-for": there });
  await repeat(21, () => reset("made up"));
  const chosen = await reset(token);
  expect(chosen.status).toBe(200);
  await repeat(3, () => tryAt(elsewhere(), fan.login));
  for (const name of [fan.login, fan.email])
    expect((await tryAt(there, name, "another horse")).status, "at the address of the link").toBe(200);
  const elsewhereOn = await tryOn(deviceOf(chosen), elsewhere(), fan.login, "another horse");
  expect(elsewhereOn.status, "and on the device of the link").toBe(200);
  expect((await tryAt(elsewhere(), fan.login, "another horse")).status).toBe(429);
});

test("R-OPEN-92, R-OPEN-08: on the known device that has used up its tries a new password by mailed link opens the way", async () => {
  const login = newName();
  const email = `${login}@example.test`;
  const device = deviceOf(await register(elsewhere(), login));
  for (const name of [login, email]) await repeat(6, () => tryOn(device, elsewhere(), name));
  const token = await mailedToken(email, elsewhere());
  const chosen = await resetBy(token, email, { "x-forwarded-for": elsewhere(), cookie: device });
  expect(chosen.status).toBe(200);
  for (const name of [login, email]) {
    const wrong = await repeat(4, () => tryOn(device, elsewhere(), name));
    expect(statuses(wrong)).toEqual([401, 401, 401, 401]);
    expect((await tryOn(device, elsewhere(), name, "another horse")).status).toBe(200);
  }
  const wrong = await repeat(6, () => tryOn(device, elsewhere(), login));
  expect(statuses(wrong), "the link is worth five tries, not any number").toEqual([
    401, 401, 401, 401, 401, 429,
  ]);
});

test("R-OPEN-92: many strangers together have 20 guesses in 15 minutes for each of the two names of an account, 160 an hour", async () => {
  const fan = await newFan();
  const names = [fan.login, fan.email, fan.login.toUpperCase(), ` ${fan.email.toUpperCase()}`];
  const tries = await repeat(120, (turn) => tryAt(elsewhere(), names[turn % 4] ?? ""));
  expect(tries.filter(({ status }) => status !== 429)).toHaveLength(40);
  // Beyond them a right guess looks like a wrong one, so that it is none.
  const [wrong, right] = [await tryAt(elsewhere(), fan.login), await tryAt(elsewhere(), fan.login, password)];
  expect([right.status, right.body.code, right.body.message]).toEqual([
    429,
    wrong.body.code,
    wrong.body.message,
  ]);
  expect(right.headers["set-cookie"]).toBeUndefined();
});
