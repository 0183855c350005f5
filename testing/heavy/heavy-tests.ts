/**
 * Test files that `npm test` runs only when what they are made of has changed since they last passed in
 * `npm run test:all`, which always runs them. Each takes long for the engines it needs. A test that takes seconds, or
 * that alone proves money, privacy or admission, runs always and has no place here; nor has one that builds the pages,
 * whose sources no import names.
 */
export const heavyTests: Readonly<Record<string, string>> = {
  "testing/schemathesis/schemathesis.test.ts": "Schemathesis",
  "server/app/nodes.test.ts": "several nodes",
  "server/app/nodes-database.test.ts": "several nodes",
  "server/app/nodes-media.test.ts": "several nodes",
  "server/app/nodes-outage.test.ts": "several nodes",
  "server/app/nodes-livekit.test.ts": "several nodes, LiveKit",
  "server/app/proxies.test.ts": "several nodes, nginx, Caddy",
};
