import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { crowdOf } from "./chat-load.ts";
import { clientText, gatherCrowd, upgradeRequest } from "./crowd.ts";
import { type Measured, measure } from "./measure.ts";
import type { ServerAnswer, ServerRequest } from "./server-process.ts";

/** Measures the hub, or a plain ws broadcast loop, in a process of its own. */
export async function measureWebSocketServer(kind: "hub" | "plain"): Promise<Measured> {
  const server = fork(new URL("server-process.ts", import.meta.url), [kind]);
  try {
    const opened = await nextAnswer(server);
    if (!("port" in opened)) throw new Error("the server did not say its port");
    const crowd = await gatherCrowd(opened.port, {
      ...crowdOf,
      greeting: (index) => upgradeRequest(opened.paths[index] ?? "/"),
      joinMessage: kind === "hub" ? clientText('["join","room:bench"]') : null,
      isWelcome: (received) => received.includes("\r\n\r\n"),
    });
    const measured = await measure(server.pid ?? 0, crowd, (lines) => say(server, { lines }));
    crowd.leave();
    return measured;
  } finally {
    server.kill();
  }
}

async function say(server: ChildProcess, request: ServerRequest): Promise<void> {
  const said = nextAnswer(server);
  server.send(request);
  await said;
}

async function nextAnswer(server: ChildProcess): Promise<ServerAnswer> {
  const [answer] = (await once(server, "message", { signal: AbortSignal.timeout(20_000) })) as [ServerAnswer];
  return answer;
}
