import type { OtherPage } from "../../e2e/other-browsers/other-page.ts";
import type { Person } from "../../e2e/other-browsers/person.ts";
import { delayOf, firstFrameAt, firstFrameOfNext, notePress, readClock, rememberSource } from "./in-page.ts";

/** First frame and delay, ms. */
export type Figures = { firstFrameMs: number; delayMs: number };

const dialog = "[role=dialog]";
const watchedSeconds = 3;
const studio = "/model/update-model-profile";

/** From entering a room's address to a frame of it. */
export async function measureViewer({ page, open }: Person, slug: string): Promise<Figures> {
  const enteredAt = Date.now();
  await open(`/stream/${slug}`);
  await page.read(readClock);
  const firstFrameMs = (await page.read(firstFrameAt, 0)) - enteredAt;
  return { firstFrameMs, delayMs: await settledDelay(page) };
}

/** A backlog at the beginning is caught up with first. */
async function settledDelay(page: OtherPage): Promise<number> {
  await page.read(delayOf, watchedSeconds);
  return page.read(delayOf, watchedSeconds);
}

/** From the model's press that accepts to a frame of the show at the fan, who has watched the room until then. */
export async function measureShow(fan: Person, login: string, model: Person, slug: string): Promise<Figures> {
  await fan.open(`/stream/${slug}?show=private`);
  await fan.page.read(readClock);
  await fan.page.read(firstFrameAt, 0);
  await fan.page.press({ within: dialog, role: "button", name: fan.words("consent_ask_private") });
  await fan.page.read(rememberSource);
  const shown = fan.page.read(firstFrameOfNext);
  await model.page.read(notePress);
  await model.page.press({ role: "button", name: `${login}.*\\d`, isPattern: true });
  const firstFrameMs = (await shown) - (await pressedAt(model.page));
  const delayMs = await settledDelay(fan.page);
  await fan.page.press({ role: "button", name: fan.words("show_end") });
  await fan.page.press({ within: dialog, role: "button", name: fan.words("leave_confirm") });
  await fan.page.see({ role: "dialog", name: fan.words("show_over_title", { name: slug }) });
  return { firstFrameMs, delayMs };
}

/** From the model's press that goes live to a frame at a viewer who waits in the room. */
export async function measurePublisher(model: Person, viewer: Person, slug: string): Promise<Figures> {
  await turnOn(model);
  await viewer.open(`/stream/${slug}`);
  await viewer.page.read(readClock);
  await model.page.read(notePress);
  const shown = viewer.page.read(firstFrameAt, Date.now());
  await model.page.press({ role: "button", name: model.words("studio_go_live") });
  const firstFrameMs = (await shown) - (await pressedAt(model.page));
  const delayMs = await settledDelay(viewer.page);
  await model.page.press({ role: "button", name: model.words("studio_end") });
  await model.page.press({ within: dialog, role: "button", name: model.words("studio_end") });
  await model.page.see({ role: "button", name: model.words("studio_go_live") });
  return { firstFrameMs, delayMs };
}

const pressedAt = (page: OtherPage) =>
  page.read(() => (window as unknown as { pressedAt: number }).pressedAt);

/** Turns a model's camera on in the studio. */
async function turnOn({ page, words, open }: Person): Promise<void> {
  await open(studio);
  await page.press({ role: "button", name: words("studio_camera_turn_on") });
  await page.see({ role: "button", name: words("studio_go_live") });
}

/** Puts the model on air whose room everybody watches. */
export async function goOnAir(model: Person): Promise<void> {
  await turnOn(model);
  await model.page.press({ role: "button", name: model.words("studio_go_live") });
  await model.page.see({ role: "button", name: model.words("studio_end") });
}
