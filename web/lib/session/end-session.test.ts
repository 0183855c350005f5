// @vitest-environment happy-dom
import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { endSession } from "./end-session.ts";
import { clearEndedSession } from "./session.ts";
import { storeSession } from "./sign-in.ts";

const session = { accessToken: "e30.e30.c2ln", expiresIn: 86_400, fan_id: 7, role: "fan" } as const;

afterEach(() => {
  onlineManager.setOnline(true);
  clearEndedSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Logs out; what the page stores while it is left is there, as its language is for a visit without a connection. */
async function leave() {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  const assign = vi
    .spyOn(location, "assign")
    .mockImplementation(() => localStorage.setItem("shown_lang", "en"));
  storeSession(session);
  localStorage.setItem("lang", "es");
  await endSession();
  expect(assign).toHaveBeenCalledWith("/");
}

test("R-AUTH-32: after logging out the front page finds nothing stored, whatever was written while the last page was left", async () => {
  await leave();
  clearEndedSession();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  expect(document.cookie).not.toMatch(/(token|fan_id|session_ended)=[^;]/);
});

test("R-AUTH-32: who signs in elsewhere before the front page is there stays signed in", async () => {
  await leave();
  storeSession({ ...session, fan_id: 8 });
  clearEndedSession();
  expect(document.cookie).toContain("fan_id=8");
});

test("while a session ends, nothing is read in its name: what asks then is not sent", async () => {
  const read = vi.fn(async () => "private");
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    // The realtime connection is cut before the answer comes, and what it kept fresh is read again.
    void browserQueryClient().prefetchQuery({ queryKey: ["statement"], queryFn: read });
    return new Response(null, { status: 204 });
  });
  vi.spyOn(location, "assign").mockImplementation(() => {});
  storeSession(session);
  await endSession();
  expect(asked).toEqual(["/api/web_logout"]);
  expect(read).not.toHaveBeenCalled();
});
