// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
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
  await page.user.click(screen.getByRole("button", { name: "Open photo 2 of 3 of Rosa" }));
  const dialog = within(await screen.findByRole("dialog"));
  const shown = () => dialog.getByRole("img").getAttribute("src");
  expect([shown(), dialog.getByRole("status").textContent]).toEqual(["/files/2.webp", "2 of 3"]);
  await page.user.click(dialog.getByRole("button", { name: "Next photo" }));
  expect(shown()).toBe("/files/3.webp");
  await page.user.keyboard("{ArrowRight}");
  expect(shown()).toBe("/files/1.webp");
  await page.user.keyboard("{ArrowLeft}");
  expect([shown(), dialog.getByRole("status").textContent]).toEqual(["/files/3.webp", "3 of 3"]);
});

test.each([
  ["en", "Open photo 2 of 3 of Rosa", "Report", "Reason", "Send report"],
  ["es", "Abrir la foto 2 de 3 de Rosa", "Denunciar", "Motivo", "Enviar la denuncia"],
] as const)(
  "the picture that is shown is reported from where it is shown, and arrow keys in the report leave it there (%s)",
  async (language, open, report, reason, send) => {
    const page = openPage(
      <Gallery page={{ ...rosa, gallery }} />,
      {
        "GET /api/fan/profile": fanProfile({ language }),
        "POST /api/reports": () => ({
          status: 201,
          body: { number: "7K3M-92QX", due_at: "2026-11-25T12:00:00.000Z", mailed: false },
        }),
      },
      { language },
    );
    await page.user.click(await screen.findByRole("button", { name: open }));
    await page.user.click(await screen.findByRole("button", { name: report }));
    await page.user.selectOptions(await screen.findByLabelText(reason), "privacy");
    await page.user.type(screen.getByRole("textbox"), "It is me.{ArrowLeft}");
    await page.user.click(screen.getByRole("button", { name: send }));
    expect(await screen.findByText(/7K3M-92QX/)).toBeDefined();
    expect(page.callsOf("POST /api/reports").map(({ body }) => body)).toMatchObject([
      { about: "picture", id: 2, reason: "privacy", message: "It is me." },
    ]);
  },
);

test("a page without pictures has no gallery", () => {
  openPage(<Gallery page={rosa} />, {});
  expect(screen.queryByRole("heading")).toBeNull();
});
