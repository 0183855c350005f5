import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { livekitApi } from "./livekit-api.ts";

const unanswered = [503, { code: "unknown", msg: "no response from servers" }] as const;
const gone = [404, { code: "not_found", msg: "participant does not exist" }] as const;
const done = [200, {}] as const;

/** LiveKit's room service, which answers each call by the next of these; the last one stays. */
async function roomService(answers: (readonly [status: number, body: object])[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    const [status, body] = answers[Math.min(asked, answers.length - 1)] ?? done;
    if (request.method === "POST") asked += 1;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api = livekitApi({ url, apiKey: "test", apiSecret: "a-secret-of-the-tests-that-is-long-enough" });
  return { api, asked: () => asked };
}

test.each([
  ["there", [unanswered, done], 2],
  ["gone", [unanswered, gone], 2],
  ["gone at once", [gone], 1],
])(
  "who arrives or leaves while they are removed is asked after until they are %s",
  async (_how, answers, asks) => {
    const { api, asked } = await roomService(answers);
    await api.remove("luna", "viewer 1");
    expect(asked()).toBe(asks);
  },
);

test("a removal that nobody answers for, or that fails otherwise, is not taken for done", async () => {
  const silent = await roomService([unanswered]);
  await expect(silent.api.remove("luna", "viewer 1"), "their place cannot be taken").rejects.toThrow();
  expect(silent.asked()).toBe(2);
  const broken = await roomService([[503, { code: "unavailable", msg: "stopping" }]]);
  await expect(broken.api.remove("luna", "viewer 1")).rejects.toThrow("stopping");
  expect(broken.asked()).toBe(1);
});
