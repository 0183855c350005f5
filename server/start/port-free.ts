import { createServer } from "node:net";

/** Rejects with EADDRINUSE or EACCES when the port cannot be had, before anything else is started. */
export function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}
