// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Room } from "#contract/live.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { RoomView } from "./RoomView.tsx";

const at = { epoch: "a", sequence: 1 };
const room: Room = {
  id: 1,
  model: { ...rosa, pictures: { ...rosa.pictures, tall: "/tall.webp", portrait_small: "/small.webp" } },
  stream: { mode: "one_to_many", promo: "", status: "stopped", type: "public", promoId: null },
  pause: null,
  pause_note: null,
  shape: null,
  watchers: 0,
  rates: rosa.rates,
  terms: { spies_allowed: false, two_way_allowed: false },
  balance: 100,
  goal: null,
  tip_menu: [],
  top_tippers: [],
  playback: { protocol: "whep", url: "", token: "" },
  chat: { history: [], slow_seconds: 0, moderators: [] },
  show: null,
  live_from: { public: at, room: at },
};

/** The part of a page that is in sight, of 800 px where nothing covers it. */
class Sight extends EventTarget {
  height = 800;
  offsetTop = 0;
  scale = 1;
  listeners = 0;
  override addEventListener(...args: Parameters<EventTarget["addEventListener"]>) {
    this.listeners += 1;
    super.addEventListener(...args);
  }
  override removeEventListener(...args: Parameters<EventTarget["removeEventListener"]>) {
    this.listeners -= 1;
    super.removeEventListener(...args);
  }
  become(seen: Partial<Pick<Sight, "height" | "offsetTop" | "scale">>) {
    Object.assign(this, { height: 800, offsetTop: 0, scale: 1, ...seen });
    act(() => void this.dispatchEvent(new Event("resize")));
  }
}

let sight: Sight;
beforeEach(() => {
  sight = new Sight();
  vi.stubGlobal("visualViewport", sight);
  vi.stubGlobal("innerHeight", 800);
});
afterEach(closePage);

const main = () => screen.getByRole("main");
const keyboard = () =>
  ["--keyboard", "--pushed-up"].map((name) => main().style.getPropertyValue(name) || "0px");
/** The tip's round button; the wide one of desktops is there as well. */
const discIsHidden = () =>
  screen.getAllByRole("button", { name: "Tip" }).some((button) => button.closest(".invisible") !== null);

test("a phone's stage and chat have the room that a keyboard leaves, and the round buttons make way for it", () => {
  openPage(<RoomView room={room} reload={() => Promise.reject(new Error("not asked"))} />, {});
  expect(discIsHidden()).toBe(false);
  sight.become({ height: 500 });
  expect([keyboard(), discIsHidden()]).toEqual([["300px", "0px"], true]);
  const stage = screen.getByRole("region", { name: "Rosa, live" });
  const chat = screen.getByRole("region", { name: "Room chat" });
  expect(stage.className).toMatch(/ phone:h-\[calc\([^ ]*-var\(--keyboard,0px\)-var\(--pushed-up,0px\)\)\]/);
  expect(chat.className).toContain(" phone:h-(--chat-height) ");
  expect(main().className).toMatch(/--chat-height:[^ ]*-var\(--keyboard,0px\)-var\(--pushed-up,0px\)/);
  sight.become({ height: 500, offsetTop: 300 });
  expect([keyboard(), discIsHidden()], "pushed up by the browser").toEqual([["0px", "300px"], true]);
  sight.become({});
  expect([keyboard(), discIsHidden()]).toEqual([["0px", "0px"], false]);
});

test("what is typed into stays in sight when a keyboard makes its sheet lower", () => {
  openPage(<RoomView room={room} reload={() => Promise.reject(new Error("not asked"))} />, {});
  const field = screen.getByRole("textbox");
  act(() => field.focus());
  const scroll = vi.fn();
  field.scrollIntoView = scroll;
  sight.become({ height: 500 });
  expect(scroll.mock.calls).toEqual([[{ block: "nearest" }]]);
  sight.become({});
  expect(scroll).toHaveBeenCalledTimes(1);
});

test("zooming in is no keyboard, and a low bar over the lower edge leaves the round buttons there", () => {
  openPage(<RoomView room={room} reload={() => Promise.reject(new Error("not asked"))} />, {});
  sight.become({ height: 400, offsetTop: 50, scale: 2 });
  expect([keyboard(), discIsHidden()]).toEqual([["0px", "0px"], false]);
  sight.become({ height: 745 });
  expect([keyboard(), discIsHidden()]).toEqual([["55px", "0px"], false]);
});

test("a room that was left listens to no keyboard any more", () => {
  openPage(<RoomView room={room} reload={() => Promise.reject(new Error("not asked"))} />, {});
  expect(sight.listeners).toBe(2);
  closePage();
  expect(sight.listeners).toBe(0);
});
