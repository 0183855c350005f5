import { expect, test } from "vitest";
import type { ModelPage } from "#contract/catalog.ts";
import { cardOf } from "#testing/web/card.ts";
import { profileMeta } from "./profile-meta.ts";
import { profilePartOf } from "./ProfileTabs.tsx";

const { stream, goal: _goal, tags: _tags, isNew: _isNew, ...card } = cardOf();
const page: ModelPage = {
  ...card,
  bio: { en: "Songs </script> by\n lamplight.", es: "Canciones." },
  languages: ["en", "es"],
  stream: {
    stream_mode: stream.mode,
    promo: "",
    stream_status: stream.status,
    stream_type: stream.type,
    promo_data: null,
  },
  fanFreeSubscribed: false,
  fanSubscribed: false,
  notified: false,
  blocked: false,
  banned: false,
  counts: { videos: 0, posts: 0 },
  planned: [] as ModelPage["planned"],
  gallery: [] as ModelPage["gallery"],
  live_from: { public: { epoch: "e", sequence: 0 }, presence: { epoch: "e", sequence: 0 } },
} as ModelPage;

test("search engines get whose page it is, and nothing that only a signed-in fan knows", () => {
  const tags = profileMeta({ ...page, notified: true }, "https://fanlight.example");
  const structured = tags.flatMap((tag) => ("script:ld+json" in tag ? [tag["script:ld+json"]] : []));
  expect(structured).toEqual([
    {
      "@context": "https://schema.org",
      "@type": "ProfilePage",
      url: "https://fanlight.example/luna1",
      mainEntity: {
        "@type": "Person",
        "@id": "https://fanlight.example/luna1#person",
        name: "Luna",
        alternateName: "luna1",
        description: "Songs </script> by lamplight.",
        image: expect.stringMatching(/^https:\/\/fanlight\.example\/./),
        knowsLanguage: ["en", "es"],
      },
    },
  ]);
});

test("search engines get the next broadcast that is planned, as an event of that model", () => {
  const times = [
    { from: "2026-11-26T01:00:00.000Z", to: "2026-11-26T04:00:00.000Z" },
    { from: "2026-11-27T01:00:00.000Z", to: "2026-11-27T04:00:00.000Z" },
  ];
  const tags = profileMeta({ ...page, planned: times }, "https://fanlight.example");
  const structured = tags.flatMap((tag) => ("script:ld+json" in tag ? [tag["script:ld+json"]] : []));
  expect(structured.slice(1)).toEqual([
    {
      "@context": "https://schema.org",
      "@type": "BroadcastEvent",
      name: expect.stringContaining("Luna"),
      url: "https://fanlight.example/luna1",
      image: expect.stringMatching(/^https:/),
      isLiveBroadcast: true,
      startDate: "2026-11-26T01:00:00.000Z",
      endDate: "2026-11-26T04:00:00.000Z",
      eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
      eventStatus: "https://schema.org/EventScheduled",
      location: { "@type": "VirtualLocation", url: "https://fanlight.example/luna1" },
      performer: { "@type": "Person", "@id": "https://fanlight.example/luna1#person", name: "Luna" },
    },
  ]);
});

test("a model's page begins with videos, else posts, else what they write about themselves; the address may ask for another", () => {
  const first = (videos: number, posts: number) => profilePartOf("", { videos, posts });
  expect([first(2, 3), first(2, 0), first(0, 3), first(0, 0)]).toEqual([
    "videos",
    "videos",
    "posts",
    "about",
  ]);
  const none = { videos: 0, posts: 0 };
  expect(profilePartOf("?tab=posts", { videos: 2, posts: 3 })).toBe("posts");
  expect(profilePartOf("?tab=videos", none)).toBe("videos");
  expect(profilePartOf("?tab=gallery", none)).toBe("about");
});
