/** One Ctrl-C reaches this process twice, from the terminal and through npm: a signal this soon after is the same one. */
const sameSignalMs = 1_000;
const parentCheckMs = 500;

/**
 * Stops the product cleanly, then ends this process, on Ctrl-C, SIGTERM or SIGHUP. A second signal ends it at once. Under
 * `npm start` it also leaves when npm is killed: nobody would be there to end it, and it holds the port and the data.
 */
export function leaveOnSignal(stop: () => Promise<void>): void {
  let askedAt: number | null = null;
  const leave = () => {
    const now = performance.now();
    if (askedAt !== null && now - askedAt > sameSignalMs) process.exit(1);
    if (askedAt !== null) return;
    askedAt = now;
    console.log("Stopping");
    void stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  if (process.env.npm_lifecycle_event !== "start") return;
  const { ppid } = process;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    leave();
  }, parentCheckMs);
  watch.unref();
}
