import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startTestCluster, type TestCluster } from "./database/test-cluster.ts";
import { bundleApp } from "./processes/app-bundle.ts";

/** The values that the tests of a run have in common. */
export type Shared = {
  /** The migrated template of a PostgreSQL that is the run's own. */
  database: TestCluster["template"];
  /** The file of the application that test processes run. */
  app: string;
};

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers what is {@link Shared} as JSON, each at the path of its name. */
    sharedAddress: string;
  }
}

/**
 * Each part is made when a test first asks for it, so that runs which need none of it pay nothing; what runs is stopped when
 * the run ends.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<TestCluster> | undefined;
  let app: Promise<string> | undefined;
  const parts: { [Name in keyof Shared]: () => Promise<Shared[Name]> } = {
    database: async () => (await (cluster ??= startTestCluster())).template,
    app: () => (app ??= bundleApp()),
  };
  const server = createServer(({ url = "" }, response) => {
    parts[url.slice(1) as keyof Shared]().then(
      (part) => response.end(JSON.stringify(part)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("sharedAddress", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await cluster?.catch(() => undefined))?.stop();
  };
}
