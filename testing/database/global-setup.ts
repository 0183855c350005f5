import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startTestCluster, type TestCluster } from "./test-cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers the URLs of the migrated template as JSON; the first request starts the server. */
    testClusterAddress: string;
  }
}

/**
 * One PostgreSQL serves a whole run of the tests. It is started by the first test that asks for it, so that runs which
 * need no database pay nothing, and stopped when the run ends.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<TestCluster> | undefined;
  const server = createServer((_request, response) => {
    cluster ??= startTestCluster();
    cluster.then(
      ({ template }) => response.end(JSON.stringify(template)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("testClusterAddress", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await cluster?.catch(() => undefined))?.stop();
  };
}
