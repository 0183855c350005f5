// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { NoPictureContext } from "#web/entities/show/unseen.ts";
import type { NoPicture } from "#web/lib/media/no-picture.ts";
import { RoomActions, RoomDiscs } from "./RoomActions.tsx";

afterEach(() => {
  closePage();
  vi.unstubAllGlobals();
});

const nothing = () => {};
const actions = { giftsOpen: false, inShow: false, rate: 60, onMenu: null, onTip: nothing, onGifts: nothing };

function privateOffers(cause: NoPicture | null, webrtc = true) {
  openPage(
    <NoPictureContext value={cause}>
      <RoomActions {...actions} onPrivate={nothing} />
      <RoomDiscs
        {...actions}
        onPrivate={nothing}
        next={null}
        onPrepareNext={nothing}
        onNext={nothing}
        hidden={false}
      />
    </NoPictureContext>,
    {},
    { webrtc },
  );
  const names = screen.getAllByRole("button").map((button) => button.textContent ?? "");
  closePage();
  return names.filter((name) => name.includes("60/min")).length;
}

test("a private show is offered to who sees the room, or would if its model sent something, and to nobody else", () => {
  expect(privateOffers(null)).toBe(2);
  expect(privateOffers("publisher_away")).toBe(2);
  for (const cause of ["no_webrtc", "format", "network", "server_away", "full"] as const)
    expect(privateOffers(cause), cause).toBe(0);
  expect(privateOffers(null, false)).toBe(0);
});

test("a browser without WebRTC that plays over HTTPS is offered private shows, unless its room does not play", () => {
  vi.stubGlobal("MediaSource", class {});
  expect(privateOffers(null, false)).toBe(2);
  expect(privateOffers("network", false)).toBe(0);
});
