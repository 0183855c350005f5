import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesByLayer, layers } from "./testing/layers.ts";

const files = filesByLayer();

/** The longest layer first, so that no worker is left waiting for it at the end. */
class LongestLayerFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    return layers.flatMap((layer) => sorted.filter(({ project }) => project.name === layer));
  }
}

export default defineConfig({
  test: {
    globalSetup: ["testing/database/global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
    // A worker loads the application once for all of its files: every test leaves the process as it found it.
    isolate: false,
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestLayerFirst },
    projects: layers.map((layer) => ({
      extends: true as const,
      test: { name: layer, include: files[layer] },
    })),
  },
});
