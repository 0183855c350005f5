// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { createPublishedCamera } from "#web/lib/media/camera/published-camera.ts";
import { PreviewNotice } from "./PreviewNotice.tsx";

afterEach(closePage);

/** The publisher of a page whose camera is off. */
function publisher() {
  const { camera, whip } = createPublishedCamera({ simulcast: false });
  const turnOn = vi.spyOn(camera, "turnOn").mockResolvedValue(undefined);
  const states = { cameraState: camera.get(), whipState: whip.get() };
  return { turnOn, parts: { camera, whip, ...states, isPublishing: false, goLive() {}, end: whip.stop } };
}

test.each([
  ["en", "Nothing is arriving from your encoder", /nothing is charged/, "Turn camera on"],
  ["es", "No llega nada de tu codificador", /no se cobra nada/, "Encender la cámara"],
] as const)(
  "the studio says when nothing comes of a connected encoder, and offers this page (%s)",
  async (language, title, text, action) => {
    const { parts, turnOn } = publisher();
    const { user } = openPage(
      <PreviewNotice publisher={parts} onair="silent" paused={false} />,
      {},
      { language },
    );
    expect(screen.getByRole("status").textContent).toMatch(text);
    expect(screen.getByRole("heading", { name: title })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: action }));
    expect(turnOn).toHaveBeenCalledOnce();
  },
);
