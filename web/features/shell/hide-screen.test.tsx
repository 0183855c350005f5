// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { HideScreen } from "./Afterwards.tsx";

afterEach(closePage);

test("one key covers the page and silences what plays, in a field too; the same key brings both back", async () => {
  document.title = "Luna · Fanlight";
  const page = (
    <>
      <HideScreen />
      <input aria-label="Message" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it plays nothing */}
      <audio data-testid="sound" />
    </>
  );
  const { user } = openPage(page, {});
  const sound = screen.getByTestId<HTMLAudioElement>("sound");
  sound.muted = false;
  await user.type(screen.getByLabelText("Message"), "hello{F8}");
  expect(document.body.style.visibility).toBe("hidden");
  const cover = await screen.findByText("Notes");
  await waitFor(() => expect(cover.closest("dialog")?.open).toBe(true));
  expect([document.title, sound.muted]).toEqual(["Notes", true]);
  await user.keyboard("{F8}");
  await waitFor(() => expect(screen.queryByText("Notes")).toBeNull());
  expect(document.body.style.visibility).toBe("");
  expect([document.title, sound.muted]).toEqual(["Luna · Fanlight", false]);
  expect(screen.getByLabelText<HTMLInputElement>("Message").value).toBe("hello");
});
