// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import type { ChatMedia } from "#contract/chat-message.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { MediaView } from "./MediaView.tsx";

afterEach(closePage);

const old: ChatMedia = {
  ...({ id: 40, type: "picture", width: 400, height: 300, duration: null } as const),
  ...{
    thumb: "/thumb?until=1",
    url: "/whole?until=1",
    is_processing: false,
    is_broken: false,
    broken_reason: null,
  },
};
const fresh = { thumb: "/thumb?until=2", url: "/whole?until=2" };

/** A file in a chat, whose addresses are fresh once they are asked for again. */
function Shown({ first }: { first: ChatMedia }) {
  const [media, setMedia] = useState(first);
  const renew = async () => setMedia({ ...media, ...fresh });
  return <MediaView media={media} mine={false} name="Clara" renew={renew} />;
}

const fail = (selector: string) => fireEvent.error(document.querySelector(selector) as Element);
const retry = () => screen.findByRole("button", { name: "Retry" });

test("a picture whose address has died says so, small and large, and comes by a fresh one", async () => {
  const { user, close } = openPage(<Shown first={old} />, {});
  fail("img");
  await user.click(await retry());
  await waitFor(() => expect(document.querySelector("img")?.getAttribute("src")).toBe(fresh.thumb));
  close();
  const again = openPage(<Shown first={old} />, {});
  await again.user.click(screen.getByRole("button", { name: /Open the photo/ }));
  const whole = () => screen.findByRole("img", { name: "Photo from Clara" });
  fireEvent.error(await whole());
  await again.user.click(await retry());
  await waitFor(async () => expect((await whole()).getAttribute("src")).toBe(fresh.url));
});

test("a video that cannot be shown says why, in both languages", () => {
  const gone = { ...old, type: "video", thumb: null, url: null, is_broken: true } as const;
  const sentences = (
    [null, "not_a_video", "video_broken", "no_video_track", "codec", "too_long"] as const
  ).flatMap((broken_reason) =>
    (["en", "es"] as const).map((language) => {
      const { close } = openPage(<Shown first={{ ...gone, broken_reason }} />, {}, { language });
      const text = document.querySelector("p")?.textContent ?? "";
      close();
      return text;
    }),
  );
  expect(sentences).toContain("This file has sound but no video.");
  expect(sentences).toContain(
    "Los navegadores no pueden reproducir este video. Guárdalo en H.264 o VP9 con sonido AAC u Opus.",
  );
  expect(new Set(sentences).size, "each its own").toBe(12);
});

test("a film whose address dies while it plays goes on by a fresh one where it stood", async () => {
  const { user } = openPage(<Shown first={{ ...old, type: "video" }} />, {});
  const film = () => document.querySelector("video") as HTMLVideoElement;
  film().currentTime = 2_000;
  fireEvent.timeUpdate(film());
  fail("video");
  await user.click(await retry());
  await waitFor(() => expect(film().getAttribute("src")).toBe(fresh.url));
  fireEvent.loadedMetadata(film());
  expect(film().currentTime).toBe(2_000);
});
