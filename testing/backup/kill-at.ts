import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before a command (`node --import`): ends the process as a power cut would, before it opens its n-th file
 * (`KILL_AT=12`) or gives something another name (`KILL_AT=rename`). `COUNT_FILES` names a file that gets the number of
 * files it opened in all.
 */
const { KILL_AT: at, COUNT_FILES: countFile } = process.env;
let opened = 0;
const die = (): never => {
  process.kill(process.pid, "SIGKILL");
  // The signal comes before anything else is done.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
};
const counted =
  <Args extends unknown[], Made>(open: (...args: Args) => Made) =>
  (...args: Args): Made => {
    opened += 1;
    if (String(opened) === at) die();
    return open(...args);
  };
fs.createReadStream = counted(fs.createReadStream);
fs.createWriteStream = counted(fs.createWriteStream);
if (at === "rename") fs.promises.rename = die;
if (countFile) process.once("exit", () => fs.writeFileSync(countFile, String(opened)));
syncBuiltinESMExports();
