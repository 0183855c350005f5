// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test } from "vitest";
import type { ModelPage } from "#contract/catalog.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { Wall } from "./Wall.tsx";

afterEach(closePage);

const live = (id: number, artisticName: string, change: Partial<ModelPage> = {}): ModelPage => ({
  ...rosa,
  id,
  login: artisticName.toLowerCase(),
  artisticName,
  isStream: true,
  pictures: { ...rosa.pictures, tall: "/tall.webp" },
  stream: { ...rosa.stream, stream_status: "began" },
  ...change,
});
const models: Record<string, ModelPage> = {
  rosa: live(1, "Rosa"),
  nova: live(2, "Nova"),
  vera: live(3, "Vera", { stream: { ...rosa.stream, stream_status: "began", stream_type: "private" } }),
  mika: live(4, "Mika", { blocked: true }),
};

const openWall = (slugs: string[]) =>
  openPage(<Wall slugs={slugs} />, {
    "GET /api/model-profile/{loginOrId}": ({ path }) => {
      const body = models[path.split("/").at(-1) ?? ""];
      return body ? { status: 200, body } : { status: 404, body: { message: "unknown" } };
    },
    "POST /api/stream/{slug}/playback": () => ({ status: 409, body: { code: "stream_not_started" } }),
  });
const sound = (name: string) =>
  screen.findByRole("button", { name: `${name}’s sound` }) as Promise<HTMLButtonElement>;
const audible = async () =>
  (await Promise.all(["Rosa", "Nova"].map(sound))).map((button) => button.getAttribute("aria-pressed"));

test("of the rooms of a wall one at most has its sound, chosen by its button or by the digit of its place", async () => {
  const page = openWall(["rosa", "nova"]);
  expect(await audible()).toEqual(["false", "false"]);
  await page.user.click(await sound("Rosa"));
  await waitFor(async () => expect(await audible()).toEqual(["true", "false"]));
  await page.user.click(await sound("Nova"));
  await waitFor(async () => expect(await audible()).toEqual(["false", "true"]));
  await page.user.keyboard("1");
  await waitFor(async () => expect(await audible()).toEqual(["true", "false"]));
  await page.user.keyboard("1");
  await waitFor(async () => expect(await audible()).toEqual(["false", "false"]));
});

test("a room of a wall that is in a show, blocked or unknown says so and asks for no media", async () => {
  const page = openWall(["rosa", "vera", "mika", "nobody"]);
  await screen.findByText("Vera is in a private show.");
  await screen.findByText("You blocked Mika");
  await screen.findByText("This room doesn’t exist.");
  await waitFor(() =>
    expect(page.callsOf("POST /api/stream/{slug}/playback").map(({ path }) => path)).toEqual([
      "/api/stream/rosa/playback",
    ]),
  );
  const remove = screen.getByRole("link", { name: "Remove Vera" });
  expect(remove.getAttribute("href")).toBe("/stream/wall/rosa,mika,nobody");
});

test("each room of a wall has the shape that its picture had last; as many as three wide ones stand in two rows", async () => {
  const shapes = { rosa: "wide", nova: "tall", vera: "wide", mika: "wide" } as const;
  for (const [slug, shape] of Object.entries(shapes)) {
    const model = models[slug];
    if (model) models[slug] = { ...model, shape };
  }
  const shapeOf = (slug: string) => screen.getByTestId(`wall-${slug}`).dataset.shape;
  openWall(["rosa", "nova", "vera"]);
  await waitFor(() => expect(["rosa", "nova", "vera"].map(shapeOf)).toEqual(["wide", "tall", "wide"]));
  expect(screen.getAllByRole("list")[0]?.dataset.rows).toBe("1");
  closePage();
  openWall(["rosa", "nova", "vera", "mika"]);
  await waitFor(() => expect(shapeOf("mika")).toBe("wide"));
  expect(screen.getAllByRole("list")[0]?.dataset.rows).toBe("2");
});

test("under save-data a wall shows still pictures with the way into each room, and asks for no media", async () => {
  Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData: true } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "connection"));
  const page = openWall(["rosa", "nova"]);
  const still = "Data saver is on, so this preview doesn’t move.";
  await waitFor(() => expect(screen.getAllByText(still)).toHaveLength(2));
  expect(document.querySelectorAll("img[src='/tall.webp']")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Open Nova’s room" }).getAttribute("href")).toBe("/stream/nova");
  expect([document.querySelector("video"), screen.queryByRole("button", { name: /’s sound$/ })]).toEqual([
    null,
    null,
  ]);
  expect(page.callsOf("POST /api/stream/{slug}/playback")).toEqual([]);
});
