// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { createPublishedCamera } from "#web/lib/media/camera/published-camera.ts";
import { PauseNote } from "./PauseNote.tsx";
import { PreviewNotice } from "./PreviewNotice.tsx";

afterEach(closePage);

test.each([
  ["en", /^Message for your fans/, "Show it", "Saved for this break"],
  ["es", /^Mensaje para tus fans/, "Mostrar", "Guardado para esta pausa"],
] as const)(
  "R-OPEN-73: in a break a model lets the room know when they are back (%s)",
  async (language, label, show, saved) => {
    const page = openPage(
      <PauseNote note={null} />,
      { "POST /api/studio/pause": { paused: true } as never },
      { language },
    );
    await page.user.type(screen.getByLabelText(label), " Back at nine ");
    await page.user.click(screen.getByRole("button", { name: show }));
    await waitFor(() => expect(page.callsOf("POST /api/studio/pause")).toHaveLength(1));
    expect(page.callsOf("POST /api/studio/pause")[0]?.body).toEqual({ paused: true, note: "Back at nine" });
    await waitFor(() => expect(page.toasts()).toEqual([saved]));
  },
);

test("R-OPEN-73: over their own picture a model reads what their fans read", () => {
  const { camera, whip } = createPublishedCamera({ simulcast: false });
  const states = { cameraState: camera.get(), whipState: whip.get() };
  const publisher = { camera, whip, ...states, isPublishing: false, goLive() {}, end: whip.stop };
  openPage(<PreviewNotice publisher={publisher} onair="here" paused note="Back at nine" />, {});
  expect(screen.getByRole("status").textContent).toContain("Your fans see: “Back at nine”");
});

test("R-OPEN-73: words that are too long are not sent, and refused ones stay with the reason at their field", async () => {
  const refused = { code: "contact_details", message: "no", errors: { note: ["No links, please."] } };
  const page = openPage(<PauseNote note="x" />, {
    "POST /api/studio/pause": () => ({ status: 422, body: refused }),
  });
  const field = screen.getByLabelText<HTMLInputElement>(/^Message for your fans/);
  expect(field.value).toBe("x");
  await page.user.type(field, "y".repeat(120));
  expect(screen.getByRole("alert").textContent).toBe("At most 120 characters");
  await page.user.click(screen.getByRole("button", { name: "Show it" }));
  expect(page.callsOf("POST /api/studio/pause")).toEqual([]);
  await page.user.clear(field);
  await page.user.type(field, "see example.com{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("No links, please.");
  expect([field.value, page.toasts()]).toEqual(["see example.com", []]);
});
