import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { newcomer, signUpListedModel, signUpQuietly } from "../people.ts";
import { decodedFrames, expectFrames } from "../room.ts";
import { goLive, turnCameraOn } from "../studio.ts";
import { visitPage } from "../visitor.ts";

/** Runs in the model's page: a camera that is held upright, and turned by `turnCamera`. */
function filmByHand(): void {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [360, 640];
  const pen = canvas.getContext("2d");
  let hue = 0;
  setInterval(() => {
    if (!pen) return;
    pen.fillStyle = `hsl(${(hue += 9)} 80% 50%)`;
    pen.fillRect(0, 0, canvas.width / 2, canvas.height);
    pen.fillStyle = "#888";
    pen.fillRect(canvas.width / 2, 0, canvas.width / 2, canvas.height);
  }, 50);
  const devices = navigator.mediaDevices;
  const real = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wanted) => {
    const sound = wanted?.audio ? (await real({ audio: true })).getAudioTracks() : [];
    return new MediaStream([...sound, ...(wanted?.video ? canvas.captureStream(20).getVideoTracks() : [])]);
  };
  const turnCamera = () => {
    [canvas.width, canvas.height] = [canvas.height, canvas.width];
  };
  Object.assign(window, { turnCamera });
}

type Turning = { turnCamera(): void; seen: string[] };
const turn = (page: Page) => page.evaluate(() => (window as unknown as Turning).turnCamera());

/** The places of stage and chat, and how far the page is wider than the window, in whole pixels. */
const placesOf = (page: Page) =>
  page.evaluate(() => {
    const box = (css: string) => document.querySelector(css)?.getBoundingClientRect() ?? new DOMRect();
    const [stage, chat] = [box(".room > [data-stage]"), box(".room > [data-chat]")];
    return {
      stage: { width: Math.round(stage.width), height: Math.round(stage.height), right: stage.right },
      chat: { width: Math.round(chat.width), left: chat.left },
      over: document.documentElement.scrollWidth - innerWidth,
    };
  });

/** Notes each other size that the stage has from now on, at every picture that the browser draws. */
const noteSizes = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const stage = document.querySelector(".room > [data-stage]")?.getBoundingClientRect();
      const size = stage ? `${Math.round(stage.width)} × ${Math.round(stage.height)}` : "none";
      if (size !== seen.at(-1)) seen.push(size);
      requestAnimationFrame(look);
    };
    look();
  });

/** How wide and high an element is, in whole pixels. */
const sizeOf = (place: Locator) =>
  place.evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    return { width: Math.round(width), height: Math.round(height) };
  });

const shapeOf = async (place: Locator) => {
  const { width, height } = await sizeOf(place);
  return width / height;
};

const [tall, wide] = [9 / 16, 16 / 9];

test("R-UI-05, R-UI-06: the stage follows the picture's shape in one step, and the theatre gives it the window; walls and the mini player follow it too", async ({
  visit,
}) => {
  const model = await visit({ permissions: ["camera", "microphone"] });
  const fan = await visit({ viewport: { width: 1440, height: 900 }, reducedMotion: "no-preference" });
  const { page } = fan;
  await model.page.addInitScript(filmByHand);
  const { login } = await signUpListedModel(model);
  await signUpQuietly(fan, newcomer());
  await visitPage(model.page, "/model/update-model-profile");
  await turnCameraOn(model);
  await goLive(model);
  const width = async () => (await placesOf(page)).stage.width;

  await test.step("a tall picture has the tall stage, a wide one the free width, with one step between them and back", async () => {
    await visitPage(page, `/stream/${login}`);
    await expectFrames(() => decodedFrames(page));
    expect((await placesOf(page)).stage).toMatchObject({ width: 540, height: 960 });
    await noteSizes(page);
    await turn(model.page);
    await expect.poll(width).toBeGreaterThanOrEqual(760);
    const { stage, chat, over } = await placesOf(page);
    expect(stage.width / stage.height).toBeCloseTo(16 / 9, 1);
    expect(chat.width).toBeLessThanOrEqual(300);
    expect(chat.left).toBeGreaterThanOrEqual(stage.right);
    expect(over).toBeLessThanOrEqual(0);
    const seen = () => page.evaluate(() => (window as unknown as Turning).seen);
    const wide = `${stage.width} × ${stage.height}`;
    // Drawn, and not only laid out: a browser with much to do draws a while later.
    await expect.poll(seen).toEqual(["540 × 960", wide]);
    await turn(model.page);
    await expect.poll(seen).toEqual(["540 × 960", wide, "540 × 960"]);
    await turn(model.page);
    await expect.poll(width).toBeGreaterThanOrEqual(760);
  });

  await test.step("the theatre gives it the window, as high as that is, and gives it back", async () => {
    const before = await width();
    await page.keyboard.press("t");
    await expect.poll(width).toBeGreaterThan(before);
    const { stage, over } = await placesOf(page);
    expect(stage.height).toBeLessThanOrEqual(900);
    expect(over).toBeLessThanOrEqual(0);
    await page.keyboard.press("t");
    await expect.poll(width).toBe(before);
  });

  await test.step("a wall gives it the place of its shape beside others as high, also before its first frame", async () => {
    // The media reports the shape of a picture each second.
    const told = async () => (await (await page.request.get(`/api/model-profile/${login}`)).json()).shape;
    await expect.poll(told).toBe("wide");
    await page.goto(`/stream/wall/${login},luna`);
    const [own, other] = [page.getByTestId(`wall-${login}`), page.getByTestId("wall-luna")];
    expect(await shapeOf(own)).toBeCloseTo(wide, 1);
    const video = own.locator("video");
    await expectFrames(() =>
      video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames),
    );
    expect(await shapeOf(own)).toBeCloseTo(wide, 1);
    expect(await shapeOf(other)).toBeCloseTo(tall, 1);
    const [{ height }, { height: beside }] = [await sizeOf(own), await sizeOf(other)];
    expect(Math.abs(height - beside)).toBeLessThanOrEqual(2);
    expect((await placesOf(page)).over).toBeLessThanOrEqual(0);
    await turn(model.page);
    await expect.poll(() => shapeOf(own)).toBeCloseTo(tall, 1);
    await turn(model.page);
    await expect.poll(() => shapeOf(own)).toBeCloseTo(wide, 1);
  });

  await test.step("the mini player of the room that was left is as wide as it, and turns with it", async () => {
    await page.getByRole("link", { name: fan.words("wall_open", { name: login }) }).click();
    await expectFrames(() => decodedFrames(page));
    await page
      .getByRole("link", { name: fan.words("nav_home", { site: "Fanlight" }) })
      .first()
      .click();
    const mini = page.getByRole("region", { name: fan.words("mini_player", { name: login }) });
    await expect.poll(() => shapeOf(mini)).toBeCloseTo(wide, 1);
    await turn(model.page);
    await expect.poll(() => shapeOf(mini)).toBeCloseTo(tall, 1);
  });
});
