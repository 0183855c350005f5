import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesByLayer, layers } from "./testing/layers.ts";
import { keepTemporaryFilesInMemory } from "./testing/temporary-files.ts";

keepTemporaryFilesInMemory();
const files = filesByLayer();

// The code that Node compiles and strips of types is kept for every process that the tests start.
process.env.NODE_COMPILE_CACHE ??= path.resolve("node_modules/.cache/compile");

const longestFile = "testing/schemathesis/schemathesis.test.ts";

/** The longest file first, and then the longest layer, so that no worker waits for them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(longestFile);
    return [
      ...sorted.filter(isLongest),
      ...layers.flatMap((layer) => sorted.filter((file) => file.project.name === layer && !isLongest(file))),
    ];
  }
}

export default defineConfig({
  test: {
    globalSetup: ["testing/global-setup.ts"],
    setupFiles: ["testing/cost/measure-file.ts"],
    // For what hangs: a busy machine may well take ten times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A link that is pressed, to a download for example, leads the document nowhere: it would have no session there.
    environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
    pool: "forks",
    // Two more than there are cores: tests of processes mostly wait for what they started.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: layers.map((layer) => ({
      extends: true as const,
      test: {
        name: layer,
        include: files[layer],
        // A worker loads the application once for all of its files: every test leaves the process, and the document of
        // components, as it found it.
        isolate: false,
      },
    })),
  },
});
