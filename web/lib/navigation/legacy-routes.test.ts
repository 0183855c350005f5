import { describe, expect, test } from "vitest";
import { legacyTarget } from "./legacy-routes.ts";

describe("older addresses", () => {
  test.each([
    ["R-ROUTE-14", "/auth/Login", "/login"],
    ["R-ROUTE-15", "/auth/Register", "/register"],
    ["R-ROUTE-16", "/auth/LostPassword", "/lost-password"],
    ["R-OPEN-09", "/auth/email/confirm", "/confirm-email"],
    ["R-ROUTE-25", "/fan/Chat", "/chat"],
    ["R-ROUTE-26", "/fan/ChatRoom", "/chat"],
    ["R-ROUTE-27", "/fan/Favorites", "/favorites-models"],
    ["R-ROUTE-28", "/fan/MyVideos", "/my-videos"],
    ["R-ROUTE-29", "/fan/PaymentRequest", "/payment-request"],
    ["R-ROUTE-30", "/fan/PromoStream", "/"],
    ["R-ROUTE-31", "/fan/Settings", "/settings"],
    ["R-ROUTE-32", "/fan/Stream", "/"],
    ["R-ROUTE-33", "/fan/Subscription", "/subscription-models"],
    ["R-ROUTE-35", "/global/TrendingOld", "/trending"],
    ["R-ROUTE-36", "/fan/Billing/Directa24/CancelledPayment", "/directa/cancelled-payment"],
    ["R-ROUTE-37", "/fan/Billing/Directa24/FailedPayment", "/directa/failed-payment"],
    ["R-ROUTE-38", "/fan/Billing/Directa24/SuccessfulPayment", "/directa/successful-payment"],
    ["R-OPEN-22", "/global/VideoChatRooms", "/"],
    ["R-OPEN-22", "/global/Trending", "/trending"],
    ["R-OPEN-22", "/global/Videos", "/videos"],
    ["R-OPEN-22", "/global/Posts", "/allposts"],
    ["R-OPEN-22", "/global/ModelProfile", "/"],
    ["R-OPEN-22", "/global/TermsOfService", "/terms-of-service"],
    ["R-OPEN-22", "/global/Usc2257", "/usc-2257"],
    ["R-OPEN-22", "/global/PrivacyPolicy", "/privacy-policy"],
    ["R-OPEN-22", "/global/AntiHumanTraffickingPolicy", "/anti-human-trafficking-policy"],
    ["R-OPEN-22", "/global/CompliancePolicy", "/compliance-policy"],
    ["R-OPEN-22", "/global/CreatorAgreement", "/creator-agreement"],
    ["R-OPEN-22", "/global/Contact", "/contact"],
    ["R-OPEN-22", "/global/ContentRemoval", "/content-removal"],
  ])(
    "%s, R-AMB-19: %s leads to %s, with query and hash, in any case and with a slash at its end",
    (_row, from, to) => {
      for (const spelling of [from, from.toLowerCase(), from.toUpperCase(), `${from}/`])
        expect(legacyTarget(`${spelling}?x=1&y=a%20b#part`)).toBe(`${to}?x=1&y=a%20b#part`);
    },
  );

  test.each([
    ["R-ROUTE-26", "/fan/ChatRoom?id=5", "/chat/5"],
    ["R-ROUTE-26", "/fan/ChatRoom/5?x=1", "/chat/5?x=1"],
    ["R-ROUTE-26", "/fan/ChatRoom?id=../settings", "/chat"],
    ["R-ROUTE-30", "/fan/PromoStream?token=a-B_9&x=1", "/promo-stream/a-B_9?x=1"],
    ["R-ROUTE-30", "/fan/PromoStream/a-B_9", "/promo-stream/a-B_9"],
    ["R-ROUTE-32", "/fan/Stream?x=1&slug=luna#chat", "/stream/luna?x=1#chat"],
    ["R-ROUTE-32", "/fan/Stream/luna", "/stream/luna"],
    ["R-ROUTE-32", "/fan/Stream?slug=//evil.example", "/"],
    ["R-OPEN-22", "/global/ModelProfile?slug=anna", "/anna"],
    ["R-OPEN-22", "/global/ModelProfile?slug=/evil.example", "/"],
  ])("%s: %s leads to %s", (_row, from, to) => {
    expect(legacyTarget(from)).toBe(to);
  });
});

test("R-OPEN-22: other names are no addresses of ours", () => {
  for (const path of [
    "/global/x",
    "/fan",
    "/fan/Nothing",
    "/auth/twitter",
    "/global/Trending/5",
    "/fan/Chat/5",
  ])
    expect(legacyTarget(path), path).toBeNull();
});
