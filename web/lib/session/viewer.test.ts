import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { profileQuery, putInProfile } from "./viewer.ts";

const nico: Partial<FanProfile> = { id: 7, role: "fan" };
const token = `e30.${Buffer.from('{"exp":4102444800}').toString("base64url")}.c2ln`;
let left: string[] = [];
let forgotten = 0;

afterEach(() => vi.unstubAllGlobals());

type Asked = {
  status?: number;
  /** The profile that the API answers with. */
  now?: Partial<FanProfile>;
};

let client = new QueryClient();
/** The page's other data: of the person, and of the command whose answer never came. */
const personal = () => [client.getQueryData(["statement"]), client.getMutationCache().getAll().length];

/** Asks for the profile again on a page whose cookies are these; the API answers 401 by default. */
async function askAgain(
  path: string,
  cookie: string,
  before: Partial<FanProfile> | null,
  { status = 401, now }: Asked = {},
): Promise<unknown> {
  left = [];
  forgotten = 0;
  const storage = { clear: () => void forgotten++ };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("document", { cookie });
  vi.stubGlobal("location", {
    protocol: "https:",
    pathname: path,
    assign: (to: string) => left.push(to),
    reload: () => left.push("reload"),
  });
  vi.stubGlobal(
    "fetch",
    async () => new Response(JSON.stringify(now ?? { message: "Unauthenticated." }), { status }),
  );
  client = new QueryClient();
  client.setQueryData(["profile"], before);
  client.setQueryData(["statement"], "a fan's");
  client.getMutationCache().build(client, { mutationKey: ["command", "tip", 14] });
  return client.fetchQuery({ ...profileQuery, staleTime: 0 });
}

test("R-AUTH-21, R-AMB-52: a refresh that finds the cookies gone forgets everything and leads home", async () => {
  expect(await askAgain("/my-videos", "", nico)).toBeNull();
  expect([left, forgotten]).toEqual([["/"], 2]);
});

test("R-AUTH-21: a public page whose cookies are gone forgets everything and becomes a guest's", async () => {
  expect(await askAgain("/aria", "", nico)).toBeNull();
  expect([left, forgotten]).toEqual([[], 2]);
});

test("R-AUTH-22, R-AMB-53: a session that the server has ended leaves a private page for the login", async () => {
  expect(await askAgain("/my-videos", `token=${token}; fan_id=7`, nico)).toBeNull();
  expect(left).toEqual(["reload"]);
});

test("a guest's own settings are kept when the profile is asked for", async () => {
  expect(await askAgain("/", "", null)).toBeNull();
  expect([left, forgotten]).toEqual([[], 0]);
});

test.each([
  ["whose cookies are gone", "", {}],
  ["that the server has ended", `token=${token}; fan_id=7`, {}],
  ["that another user's has replaced", `token=${token}; fan_id=8`, { status: 200, now: { id: 8 } }],
])("R-AUTH-22, R-AUTH-32: nothing of the person stays after a session %s", async (_which, cookie, answer) => {
  await askAgain("/aria", cookie, nico, answer);
  expect(personal()).toEqual([undefined, 0]);
});

test("R-CHAT-13, R-NAV-20: parts that an event brings while the profile is read are newer than what was read", async () => {
  const known = { ...nico, unread_messages: 1, balance: 100, email: "old@example.test" };
  const read = { ...known, unread_messages: 0, email: "new@example.test" };
  const reading = askAgain("/aria", `token=${token}; fan_id=7`, known, { status: 200, now: read });
  putInProfile(client, { unread_messages: 2, balance: 90 });
  expect(await reading).toEqual({ ...read, unread_messages: 2, balance: 90 });
});

test("another user's session of another tab takes this page over as a whole", async () => {
  const other = { id: 8, role: "model" } as const;
  expect(await askAgain("/aria", `token=${token}; fan_id=8`, nico, { status: 200, now: other })).toEqual(
    other,
  );
  expect([left, forgotten], "the storage of the browser is the other user's already").toEqual([
    ["reload"],
    1,
  ]);
});

test("the profile of the same user read again changes nothing else", async () => {
  await askAgain("/aria", `token=${token}; fan_id=7`, nico, { status: 200, now: nico });
  expect([left, personal()]).toEqual([[], ["a fan's", 1]]);
});
