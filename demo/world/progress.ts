import type { FastifyInstance } from "fastify";
import type { DemoAssets } from "../studio/prepare-assets.ts";

/** `GET /dev/world.json` → `{drawn}`: whether all is drawn, so that the machine's time is the product's alone. */
export function serveProgress(http: FastifyInstance, { complete }: Pick<DemoAssets, "complete">): void {
  let drawn = false;
  complete.then(
    () => {
      drawn = true;
    },
    () => undefined,
  );
  http.get("/dev/world.json", (_request, reply) => reply.header("cache-control", "no-store").send({ drawn }));
}
