import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clock } from "#server/kit/clock.ts";

/** Loses the answers to calls that a simulated gateway has carried out. */
export type LostReplies = {
  /** Closes the connection. */
  cut(reply: FastifyReply): FastifyReply;
  /** Leaves the caller without an answer, until it hangs up or a minute has passed. */
  hold(reply: FastifyReply): FastifyReply;
};

const heldReplyMaxMs = 60_000;

/** The lost replies of one server. Held replies are let go when it closes, which it could not do otherwise. */
export function createLostReplies(app: FastifyInstance, clock: Clock): LostReplies {
  const held = new Set<Socket>();
  app.addHook("preClose", async () => {
    for (const socket of held) socket.destroy();
  });
  return {
    cut(reply) {
      reply.hijack();
      reply.raw.socket?.destroy();
      return reply;
    },
    hold(reply) {
      reply.hijack();
      const { socket } = reply.raw;
      if (!socket) return reply;
      held.add(socket);
      const cancel = clock.after(heldReplyMaxMs, () => socket.destroy());
      socket.once("close", () => {
        cancel();
        held.delete(socket);
      });
      return reply;
    },
  };
}
