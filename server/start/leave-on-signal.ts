/** One Ctrl-C reaches this process twice, from the terminal and through npm: a signal this soon after is the same one. */
const sameSignalMs = 1_000;
const parentCheckMs = 500;
/**
 * Service managers are told to give it 30 s. Work that is open then is settled by the next start, as after a kill.
 */
const stopMsMax = 28_000;

/**
 * Stops the product cleanly, then ends this process, on Ctrl-C, SIGTERM or SIGHUP. A second signal ends it at once, and so
 * does, with code 1, a stop that fails or is not over after `patienceMs`. Under `npm start` it also leaves when npm is
 * killed: nobody would be there to end it, and it holds the port and the data.
 */
export function leaveOnSignal(stop: () => Promise<void>, patienceMs = stopMsMax): void {
  let askedAt: number | null = null;
  const leave = () => {
    const now = performance.now();
    if (askedAt !== null && now - askedAt > sameSignalMs) process.exit(1);
    if (askedAt !== null) return;
    askedAt = now;
    console.log("Stopping");
    setTimeout(() => {
      console.error(`Stopping took longer than ${patienceMs / 1_000} s: ended as it was`);
      process.exit(1);
    }, patienceMs);
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error("while stopping:", error);
        process.exit(1);
      },
    );
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
