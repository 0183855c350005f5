// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { GalleryPicture } from "#contract/gallery.ts";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { GalleryPanel } from "./GalleryPanel.tsx";

afterEach(closePage);

const picture = (id: number): GalleryPicture => ({
  id,
  url: `/files/${id}.webp`,
  small: `/files/${id}-small.webp`,
  width: 900,
  height: 600,
});
const shown = () => screen.getAllByRole("img").map((image) => image.getAttribute("src"));

test("a model moves a picture forward, removes another and adds one, and sees each answer", async () => {
  let pictures = [picture(1), picture(2)];
  const answer = () => ({ status: 200, body: { pictures } });
  const page = openPage(<GalleryPanel />, {
    "GET /api/fan/profile": fanProfile({ role: "model" }),
    "GET /api/studio/gallery": answer,
    "POST /api/studio/gallery-order": ({ body }) => {
      const { ids } = body as { ids: number[] };
      pictures = ids.map(picture);
      return answer();
    },
    "DELETE /api/studio/gallery/{id}": ({ path }) => {
      pictures = pictures.filter(({ id }) => id !== Number(path.split("/").at(-1)));
      return answer();
    },
    "POST /api/studio/gallery": () => {
      pictures = [...pictures, picture(3)];
      return answer();
    },
  });
  await page.user.click(await screen.findByRole("button", { name: "Move photo 2 forward" }));
  await waitFor(() => expect(shown()).toEqual(["/files/2-small.webp", "/files/1-small.webp"]));
  await page.user.click(screen.getByRole("button", { name: "Remove photo 1" }));
  await waitFor(() => expect(shown()).toEqual(["/files/1-small.webp"]));
  const file = new File(["picture"], "me.png", { type: "image/png" });
  await page.user.upload(screen.getByLabelText("Add a photo", { selector: "input" }), file);
  await waitFor(() => expect(shown()).toEqual(["/files/1-small.webp", "/files/3-small.webp"]));
});

test("a refusal is said, and the pictures are read again", async () => {
  const message = "Las fotos cambiaron. Míralas de nuevo.";
  let reads = 0;
  const page = openPage(
    <GalleryPanel />,
    {
      "GET /api/fan/profile": fanProfile({ role: "model" }),
      "GET /api/studio/gallery": () => {
        reads += 1;
        return { status: 200, body: { pictures: reads === 1 ? [picture(1), picture(2)] : [picture(2)] } };
      },
      "POST /api/studio/gallery-order": () => ({ status: 409, body: { message, code: "gallery_changed" } }),
    },
    { language: "es" },
  );
  await page.user.click(await screen.findByRole("button", { name: "Mover la foto 2 hacia adelante" }));
  await waitFor(() => expect(page.toasts()).toEqual([message]));
  await waitFor(() => expect(shown()).toEqual(["/files/2-small.webp"]));
});
