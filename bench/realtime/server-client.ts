import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { crowdOf, load } from "./chat-load.ts";
import { type Crowd, clientText, gatherCrowd, upgradeRequest } from "./crowd.ts";
import type { ServerAnswer, ServerRequest } from "./server-process.ts";

/** A server of the benchmark in a process of its own, with one room. */
export type RoomServer = {
  pid: number;
  /** Sends so many lines to the room; resolves when they are sent. */
  send(lines: number): Promise<void>;
  /** Lets so many clients in. */
  gather(sockets: number): Promise<Crowd>;
  end(): void;
};

/** How a client enters: what it sends once it is connected, and how it sees that it is in; null: it is in at once. */
type Entry = { join: string; isInside: (received: Buffer) => boolean } | null;

/** Starts `program`, which reports how to reach it and sends lines when it is asked; at most `sockets` are let in. */
export async function startRoomServer(
  program: URL,
  args: string[],
  entry: Entry,
  sockets = load.sockets,
): Promise<RoomServer> {
  const server = fork(program, args, { env: { ...process.env, BENCH_SOCKETS: String(sockets) } });
  const opened = await nextAnswer(server);
  if (!("port" in opened)) throw new Error("the server did not report its port");
  return {
    pid: server.pid ?? 0,
    async send(lines) {
      const sent = nextAnswer(server);
      server.send({ lines } satisfies ServerRequest);
      await sent;
    },
    gather: (sockets) =>
      gatherCrowd(opened.port, {
        ...crowdOf,
        sockets,
        greeting: (index) => upgradeRequest(opened.paths[index] ?? "/"),
        joinMessage: entry && clientText(entry.join),
        isWelcome: (received) => received.includes("\r\n\r\n"),
        ...(entry ? { isInside: entry.isInside } : {}),
      }),
    end: () => void server.kill(),
  };
}

async function nextAnswer(server: ChildProcess): Promise<ServerAnswer> {
  const [answer] = (await once(server, "message", { signal: AbortSignal.timeout(20_000) })) as [ServerAnswer];
  return answer;
}
