import type { RawData, WebSocket } from "ws";
import { type ClientMessage, clientMessage, type Position, type Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Connection } from "./connection.ts";
import { closeCodes, type Hub } from "./hub.ts";
import type { RealtimeLimits } from "./limits.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { Typing } from "./subject.ts";

type Needs = {
  hub: Hub;
  connection: Connection;
  socket: WebSocket;
  clock: Clock;
  limits: RealtimeLimits;
  report: (error: unknown) => void;
  typing: Typing;
};

/** Pages say that somebody types every 500 ms; one that comes a little early on its way is not passed over. */
const typingPerSecondMax = 2.5;

/** Lets a page speak: each message is bounded, counted, checked and carried out. Whatever breaks a rule ends only that page's socket. */
export function listenTo({ hub, connection, socket, clock, limits, report, typing }: Needs): void {
  const withinRate = createRateLimit(clock, limits.inboundPerSecondMax, limits.inboundBurstMax);
  const maySayTyping = createRateLimit(clock, typingPerSecondMax, 1);

  function hearSignOfLife(): boolean {
    if (!hub.connections.has(connection)) return false;
    connection.alive = true;
    if (withinRate()) return true;
    dismiss("flooding");
    return false;
  }

  function dismiss(reason: string): void {
    hub.remove(connection);
    connection.close(closeCodes.policy, reason);
  }

  /** Asking may fail because the database is away; the page is told to come back, and then asks for all it wants. */
  async function join(topic: Topic, from: Position | null): Promise<void> {
    try {
      await hub.join(connection, topic, from);
    } catch (error) {
      report(error);
      hub.remove(connection);
      connection.close(closeCodes.tryLater, "try later");
    }
  }

  async function type(chatId: number): Promise<void> {
    if (connection.subject.userId === null || !maySayTyping()) return;
    try {
      await typing(connection.subject, chatId);
    } catch (error) {
      report(error);
    }
  }

  function carryOut(message: ClientMessage): void {
    if (message[0] === "ping") connection.send(["pong"]);
    else if (message[0] === "leave") hub.leave(connection, message[1]);
    else if (message[0] === "typing") void type(message[1]);
    else if (message[0] === "join") void join(message[1], position(message[2], message[3]));
    else for (const [topic, epoch, sequence] of message[1]) void join(topic, position(epoch, sequence));
  }

  socket.on("message", (data, isBinary) => {
    if (!hearSignOfLife()) return;
    const message = isBinary ? null : parse(data);
    if (message) carryOut(message);
    else dismiss("malformed message");
  });
  socket.on("ping", hearSignOfLife);
  socket.on("pong", hearSignOfLife);
}

function position(epoch: string | undefined, sequence: number | undefined): Position | null {
  return epoch === undefined || sequence === undefined ? null : { epoch, sequence };
}

function parse(data: RawData): ClientMessage | null {
  try {
    return clientMessage.parse(JSON.parse(data.toString()));
  } catch {
    return null;
  }
}
