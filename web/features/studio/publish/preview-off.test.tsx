// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, leavePage, openPage } from "#testing/component/page.tsx";
import { CameraStillOn } from "./CameraStillOn.tsx";
import { type Publisher, usePublisher } from "./use-publisher.ts";

afterEach(() => {
  closePage();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

const publish = { url: "http://media.test/whip/luna", key: "secret", simulcast: false };

/** A studio's page of which only the camera is there, at a browser that gives one; `lights` are its open tracks. */
async function openCamera(language: "en" | "es" = "en") {
  const tracks: { stopped: boolean }[] = [];
  const track = (kind: string) => {
    const made = Object.assign(new EventTarget(), {
      kind,
      stopped: false,
      enabled: true,
      getSettings: () => ({ deviceId: kind }),
      stop: () => void (made.stopped = true),
    });
    tracks.push(made);
    return made;
  };
  const media = Object.assign(new EventTarget(), {
    async getUserMedia({ video, audio }: MediaStreamConstraints) {
      await Promise.resolve();
      const [videos, audios] = [video ? [track("video")] : [], audio ? [track("audio")] : []];
      return {
        getTracks: () => [...videos, ...audios],
        getVideoTracks: () => videos,
        getAudioTracks: () => audios,
      };
    },
    enumerateDevices: async () => [],
  });
  Object.defineProperty(navigator, "mediaDevices", { value: media, configurable: true });
  let publisher = {} as Publisher;
  function Part() {
    const own = usePublisher({ publish, model: { id: 2 }, paused: false } as never);
    useEffect(() => {
      publisher = own;
    });
    return <CameraStillOn publisher={own} />;
  }
  const page = openPage(<Part />, {}, { language });
  await act(() => publisher.camera.turnOn());
  const lights = () => tracks.filter(({ stopped }) => !stopped).length;
  return { page, tracks, lights, publisher: () => publisher };
}

test.each([
  ["en", /camera and microphone are on.*Nothing/, "Turn camera off"],
  ["es", /cámara y tu micrófono están encendidos.*No se envía/, "Apagar la cámara"],
] as const)(
  "a model whose camera is on while nothing is sent reads so, and turns both off by one press (%s)",
  async (language, text, action) => {
    const { page, lights } = await openCamera(language);
    expect(screen.getByRole("status").textContent).toMatch(text);
    expect(lights()).toBe(2);
    await page.user.click(screen.getByRole("button", { name: action }));
    expect(lights()).toBe(0);
    expect(screen.queryByRole("button", { name: action })).toBeNull();
  },
);

test("ending a stream turns camera and microphone off at once, whatever becomes of the session", async () => {
  const { lights, publisher } = await openCamera();
  vi.spyOn(publisher().whip, "stop").mockReturnValue(new Promise(() => {}));
  act(() => void publisher().end());
  expect(publisher().whip.stop).toHaveBeenCalledOnce();
  expect(lights()).toBe(0);
  await waitFor(() => expect(publisher().cameraState.phase).toBe("off"));
});

test("leaving the studio stops every track at once, one that the browser gives too late as well", async () => {
  const { tracks, lights, publisher } = await openCamera();
  const late = publisher().camera.choose("audioinput", "other");
  leavePage();
  expect([tracks.length, lights()]).toEqual([2, 0]);
  await late;
  expect([tracks.length, lights()]).toEqual([3, 0]);
});

test("while the page publishes nothing is said beside the stream's own state", () => {
  const publisher = { cameraState: { phase: "ready" }, isPublishing: true } as Publisher;
  openPage(<CameraStillOn publisher={publisher} />, {});
  expect(screen.queryByRole("status")).toBeNull();
});
