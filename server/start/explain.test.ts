import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { openNodeServer } from "#server/kit/nodes/node-server.ts";
import { explain } from "./explain.ts";
import { assertPortFree } from "./start-product.ts";

test("a port that is taken is reported in one line, by the name of its setting", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const place = { host: "127.0.0.1", port };
  const ofNodes = await openNodeServer(place, createLogger("silent")).catch((error: unknown) => error);
  const ofPeople = await assertPortFree(port, place.host).catch((error: unknown) => error);
  taken.close();
  expect(explain(ofNodes)).toBe(`Fanlight cannot start: port ${port} is taken; set NODE_PORT to a free one.`);
  expect(explain(ofPeople)).toBe(`Fanlight cannot start: port ${port} is taken; set PORT to a free one.`);
});
