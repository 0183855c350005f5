import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { SiteNav } from "./SiteNav.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

const noCounters = { unread_messages: 0, not_seen_attachments: 0, not_seen_posts: 0 };

/** The links of the navbar by their path: what they say, badge included. */
function navbarOf(counters: Partial<typeof noCounters> | null): Map<string, string> {
  const client = new QueryClient();
  const viewer = counters && ({ id: 7, role: "fan", ...noCounters, ...counters } as FanProfile);
  client.setQueryData(profileQuery.queryKey, viewer);
  const Page = createRoutesStub([{ path: "/", Component: () => <SiteNav withGender={false} /> }]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  const links = html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g);
  return new Map([...links].map(([, path = "", inner = ""]) => [path, inner.replace(/<[^>]*>/g, "|")]));
}

test("R-NAV-20: unread messages stand on Chat as a number and as words, and no badge stands for none", () => {
  expect(navbarOf({ unread_messages: 3 }).get("/chat")).toBe("Chat||3||3 unread messages||");
  expect(navbarOf({ unread_messages: 0 }).get("/chat")).toBe("Chat");
  overwriteGetLocale(() => "es");
  expect(navbarOf({ unread_messages: 1 }).get("/chat")).toContain("1 mensaje sin leer");
});

test("R-NAV-21, R-NAV-22: videos and posts that are new to the fan are counted on their items", () => {
  const navbar = navbarOf({ not_seen_attachments: 5, not_seen_posts: 2 });
  expect(navbar.get("/videos")).toBe("Videos||5||5 new videos||");
  expect(navbar.get("/allposts")).toBe("Posts||2||2 new posts||");
  expect(navbarOf(null).get("/videos")).toBe("Videos");
});

test("R-NAV-24: a hundred and more are 99+", () => {
  expect(navbarOf({ unread_messages: 99 }).get("/chat")).toContain("|99|");
  expect(navbarOf({ unread_messages: 100 }).get("/chat")).toContain("|99+|");
});
