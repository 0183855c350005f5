import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Room } from "#contract/live.ts";
import { roomAfter } from "#web/entities/room/room-reducer.ts";
import { Badge, badgeModeOf } from "#web/ui/Badge.tsx";

const stream = { mode: "one_to_many", promo: "", status: "began", type: "public", promoId: null };
const room = { model: { login: "luna" }, stream, playback: { url: "", token: "" } } as unknown as Room;
const ids = { model_id: 1, slug: "luna", gender_id: 1 };
const badgeOf = ({ stream }: Room) =>
  renderToStaticMarkup(<Badge mode={badgeModeOf(stream)} />).replace(/<[^>]*>/g, "");

test("R-LIVE-24: the badge of a public room shows that it is live, and is read out as public", () => {
  const html = renderToStaticMarkup(<Badge mode="live" />);
  expect(html).toContain('<span aria-hidden="true">Live</span><span class="sr-only">Public</span>');
});

test.each([
  ["public", "LivePublic"],
  ["private", "Private"],
  ["vip", "VIP"],
] as const)("R-LIVE-22, R-LIVE-24: when the room's type becomes %s its badge says %s", (type, word) => {
  const after = roomAfter(room, { name: "ChatRoomTypeChanged", data: { ...ids, type } });
  expect(badgeOf(after)).toBe(word);
});

test("R-LIVE-24: a room that has stopped is not called live", () => {
  const stopped = {
    mode: "one_to_many",
    promo: "",
    status: "stopped",
    type: "public",
    watchers: 0,
  } as const;
  const after = roomAfter(room, { name: "StreamStopped", data: { ...ids, ...stopped } });
  expect(badgeOf(after)).not.toContain("Live");
});
