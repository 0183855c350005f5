// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { rosa } from "#web/entities/room/testing/rosa.ts";
import { Gallery } from "./Gallery.tsx";

afterEach(closePage);

const gallery = [1, 2, 3].map((id) => ({
  id,
  url: `/files/${id}.webp`,
  small: `/files/${id}-small.webp`,
  width: 900,
  height: 600,
}));

test("a picture opens whole, and buttons and arrow keys lead round to those beside it", async () => {
  const page = openPage(<Gallery page={{ ...rosa, gallery }} />, {});
  await page.user.click(screen.getByRole("button", { name: "Open picture 2 of 3 of Rosa" }));
  const dialog = within(await screen.findByRole("dialog"));
  const shown = () => dialog.getByRole("img").getAttribute("src");
  expect([shown(), dialog.getByRole("status").textContent]).toEqual(["/files/2.webp", "2 of 3"]);
  await page.user.click(dialog.getByRole("button", { name: "Next picture" }));
  expect(shown()).toBe("/files/3.webp");
  await page.user.keyboard("{ArrowRight}");
  expect(shown()).toBe("/files/1.webp");
  await page.user.keyboard("{ArrowLeft}");
  expect([shown(), dialog.getByRole("status").textContent]).toEqual(["/files/3.webp", "3 of 3"]);
});

test("a page without pictures has no gallery", () => {
  openPage(<Gallery page={rosa} />, {});
  expect(screen.queryByRole("heading")).toBeNull();
});
