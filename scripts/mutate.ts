import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyCheckout } from "./mutate/copy-checkout.ts";
import { type Fault, faults } from "./mutate/faults.ts";
import { plant } from "./mutate/plant.ts";
import { runTests } from "./mutate/run-tests.ts";
import { rootDir } from "./test/run-tool.ts";

/**
 * Shows that the tests notice faults: plants each fault of the list in a copy of the checkout, runs the tests that are to
 * notice it, and lists the first that did. Words after the command choose the faults whose kind, title or file has them.
 * Ends with 1 when a fault was not noticed, or when those tests fail without any.
 */
const words = process.argv.slice(2);
const chosen = faults.filter(({ kind, title, file }) =>
  words.every((word) => [kind, title, file].some((text) => text.includes(word))),
);

/** Whether the tests notice a fault in the copy. A file that cannot even be loaded notices nothing of its behaviour. */
function noticed(copy: string, fault: Fault): boolean {
  const takeOut = plant(copy, fault);
  try {
    const { failed, broken } = runTests(copy, fault.noticedBy);
    const [first] = failed;
    console.log(`${first ? "noticed    " : "NOT NOTICED"}  ${fault.kind}: ${fault.title}`);
    console.log(
      `             ${first ? `${failed.length} failed, first "${first}"` : (broken ?? "every test passed")}`,
    );
    return first !== undefined;
  } finally {
    takeOut();
  }
}

const copy = mkdtempSync(path.join(tmpdir(), "fanlight-mutate-"));
try {
  copyCheckout(rootDir, copy);
  const sound = runTests(copy, [...new Set(chosen.flatMap(({ noticedBy }) => noticedBy))]);
  if (sound.failed.length > 0 || sound.broken !== null || sound.passed === 0)
    throw new Error(`without a fault these do not pass: ${sound.broken ?? sound.failed.join("; ")}`);
  console.log(`${sound.passed} tests pass without a fault`);
  const count = chosen.filter((fault) => noticed(copy, fault)).length;
  console.log(`${count} of ${chosen.length} faults noticed`);
  process.exitCode = count === chosen.length ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
