import type { Browser, Page } from "@playwright/test";
import { signInQuietly, signUpListedModel } from "./people.ts";
import { decodedFrames, expectFrames } from "./room.ts";
import { goLive, turnCameraOn } from "./studio.ts";
import { arrive, type Visitor, visitPage } from "./visitor.ts";

/**
 * A model with a new account goes live from the browser's camera, and nico watches until frames come. `prepare` has each
 * of the two pages before it loads anything.
 */
export async function meetOnAir(
  browser: Browser,
  origin: string,
  prepare: (page: Page) => Promise<unknown>,
): Promise<[model: Visitor, fan: Visitor]> {
  const model = await arrive(browser, origin, { baseURL: origin, permissions: ["camera", "microphone"] });
  const fan = await arrive(browser, origin, { baseURL: origin });
  for (const { page } of [model, fan]) await prepare(page);
  const { login } = await signUpListedModel(model);
  await signInQuietly(fan, "nico");
  await visitPage(model.page, "/model/update-model-profile");
  await turnCameraOn(model);
  await goLive(model);
  await visitPage(fan.page, `/stream/${login}`);
  // The test camera is one flat colour at times, so only frames are counted.
  await expectFrames(() => decodedFrames(fan.page));
  return [model, fan];
}
