import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { openPeopleBook } from "#demo/social/people-book.ts";
import { xProvider } from "#demo/social/x-provider.ts";
import type { TwitterProvider } from "#server/identity/identity.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type TestApp, testApp } from "#testing/app/test-app.ts";

/** The session storage of the page after a journey, and where it went. */
export type Landing = { status: number; to: string; kept: Record<string, string>; html: string };

/** A journey that has come as far as the person's decision. */
export type Underway = { cookie: string; askAt: URL; address: string };

export type TwitterApp = TestApp & {
  readonly provider: FastifyInstance;
  /** The whole application with the simulated X beside it, over real HTTP. */
  begin(query?: string): Promise<Underway>;
  /** Decides at X; answers path and query of the way back. */
  decide(underway: Underway, form: Record<string, string>): Promise<string>;
  /** Comes back with this browser's cookie, or another's. */
  comeBack(path: string, cookie: string): Promise<Landing>;
  /** Begins, decides and comes back. */
  journey(form: Record<string, string>, query?: string): Promise<Landing>;
};

const client = { clientId: "test-client", clientSecret: "test-secret" };

/** Starts the application with a simulated X on a port of its own, for the tests of one file. */
export function twitterApp(): TwitterApp {
  const provider = Fastify({ forceCloseConnections: true });
  let found: TwitterProvider | null = null;
  beforeAll(async () => {
    const people = openPeopleBook(null);
    await provider.register(xProvider({ ...client, isRegistered: () => true, people, clock: systemClock }));
    const origin = await provider.listen({ port: 0, host: "127.0.0.1" });
    found = {
      ...client,
      authorizeUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      userUrl: `${origin}/users/me`,
    };
  });
  const app = testApp(undefined, () => ({ twitter: found }));
  afterAll(() => provider.close());
  let visitors = 0;
  const begin: TwitterApp["begin"] = async (query = "") => {
    visitors += 1;
    const address = `10.9.0.${visitors}`;
    const answer = await fetch(`${app.origin}/auth/twitter${query}`, {
      redirect: "manual",
      headers: { "x-forwarded-for": address },
    });
    const cookie = (answer.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    return { cookie, askAt: new URL(answer.headers.get("location") ?? ""), address };
  };
  const decide: TwitterApp["decide"] = async ({ askAt }, form) => {
    const body = new URLSearchParams(form);
    const answer = await fetch(askAt, { method: "POST", body, redirect: "manual" });
    const back = new URL(answer.headers.get("location") ?? "");
    return back.pathname + back.search;
  };
  const comeBack: TwitterApp["comeBack"] = async (path, cookie) => {
    const answer = await fetch(app.origin + path, { headers: { cookie } });
    const html = await answer.text();
    const [, kept = "{}"] = /const kept = (.*);\n/.exec(html) ?? [];
    const [, to = '""'] = /location\.replace\((.*)\);/.exec(html) ?? [];
    return { status: answer.status, to: JSON.parse(to), kept: JSON.parse(kept), html };
  };
  const more = {
    provider,
    begin,
    decide,
    comeBack,
    async journey(form: Record<string, string>, query?: string) {
      const underway = await begin(query);
      return comeBack(await decide(underway, form), underway.cookie);
    },
  };
  return Object.create(app, Object.getOwnPropertyDescriptors(more)) as TwitterApp;
}
