import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { contract } from "#contract/contract.ts";
import { realtimeProtocol } from "#contract/realtime.ts";
import type { Person } from "#testing/app/test-app.ts";
import { hostileRoutes, hostileWire } from "#testing/input/hostile-routes.ts";
import { hostileAddressParts } from "#testing/input/hostile-values.ts";
import { sendBytes, sendRaw } from "#testing/input/raw-request.ts";
import { wholeApp } from "#testing/input/whole-app.ts";
import { ownAddress } from "#testing/roles/call-as.ts";

const app = wholeApp();

test.each(hostileWire)("R-API-79: %j is refused by its status", async (head, body, statuses) => {
  const bytes = `${head}\r\nhost: a.example\r\nconnection: close\r\n\r\n${body}`;
  const answer = await sendBytes(app.origin, Buffer.from(bytes, "latin1"));
  expect(statuses).toContain(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]));
  expect(app.faults()).toEqual([]);
});

test("R-API-79: a request that ends before its body has come is nobody's fault of ours", async () => {
  const head = "POST /api/web_login HTTP/1.1\r\nhost: a.example\r\ncontent-type: application/json";
  expect(await sendBytes(app.origin, `${head}\r\ncontent-length: 100\r\n\r\n{}`, true)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  expect(app.faults()).toEqual([]);
});

test.each(hostileAddressParts)(
  "R-API-79: the routes beside the contract refuse %j without a fault",
  async (part) => {
    const [model, fan] = [await app.model(), await app.fan()];
    const { body } = await app.call("GET", "/api/studio", { as: model });
    const streamKey = (body.publish as { key: string }).key;
    const keys = { model: model.login, streamKey, fanToken: fan.token };
    for (const request of hostileRoutes(part, keys)) {
      const answer = await sendRaw(app.origin, {
        ...request,
        headers: { ...ownAddress(), ...request.headers },
      });
      expect(answer.status, `${request.method} ${request.path.slice(0, 80)}`).toBeLessThan(500);
    }
    expect(app.faults()).toEqual([]);
  },
);

test("R-API-79: the older login page refuses hostile text like the rest", async () => {
  const page = await sendRaw(app.origin, { method: "GET", path: "/auth/login-form" });
  const token = /name="_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const headers = { "content-type": "application/x-www-form-urlencoded", ...ownAddress() };
  for (const [login, status] of [
    ["%00", 422],
    ["a%00b", 422],
    ["x".repeat(300), 422],
    ["%ED%A0%80", 401],
  ] as const) {
    const body = `login=${login}&password=secret&_token=${token}`;
    const answer = await sendRaw(app.origin, { method: "POST", path: "/auth/login-form", headers, body });
    expect(answer.status, login.slice(0, 20)).toBe(status);
  }
});

test("R-API-79: an address refuses the methods it does not take by 405, and names those it does", async () => {
  for (const key of Object.keys(contract)) {
    const [method = "", template = ""] = key.split(" ");
    const path = template.replaceAll(/\{\w+\}/g, "1");
    for (const other of ["PUT", "PATCH", "TRACE", "OPTIONS", "PROPFIND"]) {
      const answer = await sendRaw(app.origin, { method: other, path, headers: ownAddress() });
      expect(answer.status, `${other} ${path}`).toBe(405);
      expect(String(answer.headers.allow).split(", "), path).toContain(method);
      if (other !== "TRACE")
        expect(JSON.parse(answer.text), path).toMatchObject({ code: "method_not_allowed" });
    }
  }
  const spanish = { "accept-language": "es", ...ownAddress() };
  const answer = await sendRaw(app.origin, { method: "PUT", path: "/api/gender", headers: spanish });
  expect(JSON.parse(answer.text).message).toBe("Esta dirección no admite este método.");
  expect(answer.headers.allow).toBe("GET, HEAD");
});

const hostileFrames: readonly (string | Buffer)[] = [
  "",
  "null",
  "{",
  '["join"]',
  '["join","room:\\u0000"]',
  '["join","room:\\ud800"]',
  '["join","person:9223372036854775808"]',
  '["join","promo:999999999999999"]',
  '["join","public","\\u0000",0]',
  '["join","public","x",1e400]',
  '["typing",9007199254740991]',
  '["typing",9223372036854775808]',
  '["typing",-1]',
  '["typing","1"]',
  `["resume",${JSON.stringify(Array.from({ length: 65 }, () => ["public"]))}]`,
  '["resume",[["room:\\u0000","\\ud800",0]]]',
  '{"__proto__":[]}',
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  "x".repeat(1024 * 1024),
  Buffer.from([0xff, 0x00, 0xed, 0xa0, 0x80]),
];

/** Sends one frame on a socket of its own; resolves when the server has answered or hung up. */
async function sendFrame(frame: string | Buffer, as: Person): Promise<void> {
  const { body } = await app.call("POST", "/api/realtime/ticket", { as, body: {} });
  const address = `${app.origin.replace("http", "ws")}/realtime?ticket=${String(body.ticket)}`;
  const socket = new WebSocket(address, realtimeProtocol, { origin: "http://127.0.0.1:1" });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("open", () => {
      socket.send(frame);
      socket.send('["ping"]');
    });
    socket.on("message", (data) => (String(data).includes("pong") ? socket.close() : undefined));
    socket.once("close", () => resolve());
  });
}

test("R-API-79: a socket that sends something hostile is answered or hung up on, and no other notices", async () => {
  const fan = await app.fan();
  for (const frame of hostileFrames) await sendFrame(frame, fan);
  expect(app.faults()).toEqual([]);
});
