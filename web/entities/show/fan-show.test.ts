import { expect, test } from "vitest";
import { showOf } from "#testing/web/show.ts";
import { requestsAfter } from "#web/entities/studio/studio-requests.ts";
import { type FanShow, fanShowAfter, noShow, withWaiting } from "./fan-show.ts";

const where = { model_id: 2, slug: "luna" };
const expires_at = "2026-12-01T00:00:30.000Z";
const waiting: FanShow = {
  ...noShow,
  request: { id: 9, slug: "luna", mode: "private", state: "asked", expires_at },
};
const invitation = {
  id: 11,
  slug: "luna",
  mode: "vip",
  rate: 90,
  minimum: 0,
  spies_allowed: false,
  expires_at,
} as const;
const answer = (id: number, state: "accepted" | "declined" | "expired" | "withdrawn", reason?: string) =>
  ({ name: "ShowRequestAnswered", data: { id, ...where, state, ...(reason ? { reason } : {}) } }) as const;

test("R-LIVE-31, R-OPEN-68: a no and a silence stay with their reason until they are read; a yes makes room for the show", () => {
  expect(fanShowAfter(waiting, answer(9, "declined", "Later!")).request).toMatchObject({
    state: "declined",
    reason: "Later!",
  });
  expect(fanShowAfter(waiting, answer(9, "expired")).request?.state).toBe("expired");
  expect(fanShowAfter(waiting, answer(9, "accepted")).request).toBeNull();
  expect(fanShowAfter(waiting, answer(9, "withdrawn")).request).toBeNull();
  expect(fanShowAfter(waiting, answer(8, "declined")), "another request").toBe(waiting);
});

test("R-OPEN-68: a page that is loaded again goes on waiting for what it waited for", () => {
  const asked = { ...where, rate: 90, minimum: 0, spies_allowed: false, expires_at };
  const request = { ...asked, id: 9, asked_by: "fan", mode: "private" } as const;
  const invited = { ...asked, id: 11, asked_by: "model", mode: "vip" } as const;
  expect(withWaiting([])).toEqual(noShow);
  expect(withWaiting([request])).toEqual(waiting);
  expect(withWaiting([invited])).toEqual({ ...noShow, invitation });
});

test("R-LIVE-32, R-OPEN-68: an invitation is there until it is answered or has expired", () => {
  const invited = fanShowAfter(noShow, { name: "ShowInvited", data: { ...invitation, model_id: 2 } });
  expect(invited.invitation).toEqual(invitation);
  expect(fanShowAfter(invited, answer(11, "expired"))).toEqual(noShow);
});

test("R-LIVE-28, R-LIVE-30: a show begins, moves on, is offered another price and ends with its reason", () => {
  const begun = fanShowAfter(waiting, { name: "ShowStarted", data: { ...where, show: showOf() } });
  expect(begun).toEqual({ ...noShow, show: showOf() });
  const moved = fanShowAfter(begun, { name: "ShowMeter", data: { ...where, show: showOf({ spent: 50 }) } });
  expect(moved.show?.spent).toBe(50);
  const asked = fanShowAfter(moved, {
    name: "ShowPriceChanged",
    data: { ...where, show: showOf(), rate: 80, expires_at },
  });
  expect(asked.show?.offer).toEqual({ rate: 80, expires_at });
  const show = showOf({ state: "ended", end_reason: "model_ended" });
  const ended = fanShowAfter(asked, { name: "ShowEnded", data: { ...where, show, reason: "model_ended" } });
  expect(ended).toMatchObject({ show: null, over: { reason: "model_ended" } });
  const late = fanShowAfter(ended, { name: "ShowMeter", data: { ...where, show: showOf() } });
  expect(late, "a meter that comes after the end").toBe(ended);
});

test("R-OPEN-68: a model's list takes a request once and lets go of it when it is answered", () => {
  const request = {
    id: 3,
    fan: { id: 7, login: "jo", language: "en" },
    mode: "private",
    rate: 60,
    two_way: false,
    expires_at,
    known: false,
  } as const;
  const one = requestsAfter([], { name: "ShowRequested", data: request });
  expect(one).toEqual([request]);
  expect(requestsAfter(one, { name: "ShowRequested", data: request })).toBe(one);
  expect(requestsAfter(one, answer(4, "declined"))).toBe(one);
  expect(requestsAfter(one, answer(3, "withdrawn"))).toEqual([]);
});
