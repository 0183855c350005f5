import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { contract } from "#contract/contract.ts";
import { realtimeProtocol } from "#contract/realtime.ts";
import { servedRoutes } from "#server/kit/http/allowed-methods.ts";
import { testApp } from "#testing/app/test-app.ts";
import { mediaMethods, otherRoutes, pageRoutes } from "#testing/roles/other-routes.ts";

const metricsToken = "a-token-that-only-operators-have";
const app = testApp(undefined, undefined, { METRICS_TOKEN: metricsToken });
const inContract = new Set(Object.keys(contract).map((key) => key.replaceAll(/\{(\w+)\}/g, ":$1")));

test("R-ROLE-14: every route of the server is in the contract or among the other routes", () => {
  const routes = servedRoutes(app.http).filter((route) => !route.startsWith("HEAD "));
  const strangers = routes.filter(
    (route) =>
      !inContract.has(route) && !(route in { ...otherRoutes, ...pageRoutes }) && !mediaMethods.test(route),
  );
  expect(strangers).toEqual([]);
  expect(Object.keys(otherRoutes).filter((route) => !routes.includes(route))).toEqual([]);
});

test("R-ROLE-14, R-OPEN-91: a session's token neither publishes nor plays", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  for (const endpoint of ["whip", "whep"]) {
    for (const bearer of [undefined, fan.token, model.token]) {
      const answer = await fetch(`${app.origin}/${endpoint}/${model.login}`, {
        method: "POST",
        headers: {
          "content-type": "application/sdp",
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        },
        body: "v=0\r\n",
      });
      expect(answer.status, `${endpoint} ${bearer}`).toBe(401);
    }
  }
});

test("R-ROLE-14: media sessions are touched by nobody who did not open them", async () => {
  const model = await app.model();
  for (const endpoint of ["whip", "whep"]) {
    const path = `/${endpoint}/${model.login}/${crypto.randomUUID()}`;
    expect((await app.call("DELETE", path)).status).toBe(401);
    expect((await app.call("DELETE", path, { as: model })).status).toBe(404);
  }
});

test("R-ROLE-14: a callback without a gateway's signature is nobody's", async () => {
  const answer = await app.call("POST", "/service/payments/callback/sandbox", {
    as: await app.staff(),
    body: { event_type: "sale.approved" },
  });
  expect(answer.status).toBe(404);
});

test("R-ROLE-14: a file's name leads nowhere else", async () => {
  for (const path of [
    "/files/../instance.lock",
    "/files/..%2finstance.lock",
    "/files/avatars/%2e%2e%2fx.webp",
  ])
    expect((await app.call("GET", path)).status, path).toBe(404);
});

test("R-ROLE-14: the event socket opens for a ticket of this application, once, and from no page of another site", async () => {
  const fan = await app.fan();
  const open = (ticket: string, origin = "http://127.0.0.1:1") =>
    new Promise<number>((resolve) => {
      const address = `${app.origin.replace("http", "ws")}/realtime?ticket=${ticket}`;
      const socket = new WebSocket(address, realtimeProtocol, { origin });
      socket.once("open", () => {
        socket.close();
        resolve(101);
      });
      socket.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.once("error", () => {});
    });
  const { body } = await app.call("POST", "/api/realtime/ticket", { as: fan, body: {} });
  const ticket = String(body.ticket);
  expect(await open(fan.token)).toBe(401);
  expect(await open(ticket, "https://elsewhere.example")).toBe(403);
  expect(await open(ticket)).toBe(101);
  expect(await open(ticket)).toBe(401);
});

test("R-ROLE-14: figures, and which part does not answer, are for operators: by their token or on the machine itself", async () => {
  const outside = { "x-forwarded-for": "203.0.113.7" };
  const token = { authorization: `Bearer ${metricsToken}` };
  const strangers: Record<string, string>[] = [
    outside,
    { "x-forwarded-for": "127.0.0.1" },
    { "x-forwarded-for": "" },
    { forwarded: "for=127.0.0.1" },
    { ...outside, authorization: "Bearer wrong" },
    { ...outside, authorization: `Bearer ${(await app.staff()).token}` },
  ];
  for (const headers of strangers) {
    const figures = await app.call("GET", "/metrics", { headers });
    expect([figures.status, figures.body.code], JSON.stringify(headers)).toEqual([401, "unauthorized"]);
    expect(figures.headers["www-authenticate"]).toBe("Bearer");
    const ready = await app.call("GET", "/readyz", { headers });
    expect([ready.status, ready.body]).toEqual([200, { status: "ready" }]);
    expect((await app.call("GET", "/healthz", { headers })).body).toEqual({ status: "up" });
  }
  for (const headers of [{}, { ...outside, ...token }]) {
    expect(String((await app.call("GET", "/metrics", { headers })).body.text)).toContain("fanlight_sockets");
    expect((await app.call("GET", "/readyz", { headers })).body.parts).toMatchObject({ database: true });
  }
});
