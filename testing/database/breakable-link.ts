import { mkdtempSync, rmSync } from "node:fs";
import { createServer, createConnection, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** How a database is away: nothing listens any more, or what is sent gets no answer, as behind a network that is gone. */
export type Outage = "refused" | "silent";

/** A way to PostgreSQL that can break while the server itself, and who has another way to it, goes on. */
export type BreakableLink = {
  /** The connection string of the database by this way. */
  url: string;
  cut(outage: Outage): void;
  mend(): Promise<void>;
  close(): Promise<void>;
};

const socketName = ".s.PGSQL.5432";

/** Opens a {@link BreakableLink} to a database on a Unix socket. */
export async function breakableLink(to: string): Promise<BreakableLink> {
  const url = new URL(to.replace("@/", "@localhost/"));
  const target = path.join(url.searchParams.get("host") ?? "", socketName);
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-link-"));
  const sockets = new Set<Socket>();
  let isSilent = false;
  const admit = (near: Socket) => {
    const far = createConnection(target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on("data", (bytes) => void other.write(bytes));
      if (isSilent) socket.pause();
    }
  };
  const listen = () =>
    new Promise<Server>((resolve) => {
      const opened = createServer(admit).listen(path.join(folder, socketName), () => resolve(opened));
    });
  let server = await listen();
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: to.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`),
    cut(outage) {
      isSilent = outage === "silent";
      if (isSilent) for (const socket of sockets) socket.pause();
      else {
        server.close();
        destroyAll();
      }
    },
    async mend() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) server = await listen();
    },
    async close() {
      server.close();
      destroyAll();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
