import type { FastifyInstance } from "fastify";

/** `GET /dev/world.json` → `{drawn}`: whether all is drawn, so that the machine's time is the product's alone. */
export function serveProgress(http: FastifyInstance, complete: Promise<unknown>): void {
  let drawn = false;
  complete.then(
    () => {
      drawn = true;
    },
    () => undefined,
  );
  http.get("/dev/world.json", (_request, reply) => reply.header("cache-control", "no-store").send({ drawn }));
}
