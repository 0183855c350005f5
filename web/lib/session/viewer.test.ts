import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { profileQuery } from "./viewer.ts";

const nico: Partial<FanProfile> = { id: 7, role: "fan" };
const token = `e30.${Buffer.from('{"exp":4102444800}').toString("base64url")}.c2ln`;
let left: string[] = [];
let forgotten = 0;

afterEach(() => vi.unstubAllGlobals());

/** Asks for the profile again on a page whose cookies are these; the API answers 401. */
async function askAgain(path: string, cookie: string, before: Partial<FanProfile> | null): Promise<unknown> {
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
    async () => new Response(JSON.stringify({ message: "Unauthenticated." }), { status: 401 }),
  );
  const client = new QueryClient();
  client.setQueryData(["profile"], before);
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
