import { expect } from "@playwright/test";
import { startBroadcaster } from "#demo/broadcaster/broadcaster.ts";
import { bearer } from "./people.ts";
import type { Visitor } from "./visitor.ts";

/** An encoder that sends a drawn clip, as a model's OBS sends a camera. */
export type Encoder = { stop(): Promise<void> };

/**
 * Puts a model of the demo world, whom the demo itself keeps off the air, on air with their own key. It costs a
 * fiftieth of what a browser's camera does. The visitor is signed in as that model.
 */
export async function goLiveByEncoder(model: Visitor, login: string): Promise<Encoder> {
  const answer = await model.page.request.get("/api/studio", { headers: await bearer(model) });
  expect(answer.status(), `the studio of ${login}`).toBe(200);
  const { publish } = (await answer.json()) as { publish: { key: string } };
  const encoder = startBroadcaster({ origin: new URL(answer.url()).origin, log: () => {} });
  const isLive = Promise.withResolvers<void>();
  encoder.onLive(() => isLive.resolve());
  encoder.onLost((_login, reason) => isLive.reject(new Error(`${login} did not go live: ${reason}`)));
  encoder.goLive(login, publish.key);
  await isLive.promise;
  return encoder;
}
