import { type ReactNode, useId } from "react";
import { useLocation } from "react-router";
import type { ModelPage } from "#contract/catalog.ts";
import { m } from "#web/paraglide/messages.js";
import { TabLinks } from "#web/ui/TabLinks.tsx";

type ProfileTabsProps = { page: ModelPage; children(part: ProfilePart): ReactNode };

/** Videos, posts and what a model writes about themselves, one at a time; which one stands in the address. */
export function ProfileTabs({ page, children }: ProfileTabsProps) {
  const panelId = useId();
  const shown = profilePartOf(useLocation().search, page.counts);
  const counts: Partial<Record<ProfilePart, number>> = page.counts;
  const tabs = profileParts.map((part) => {
    const count = counts[part];
    return {
      to: `/${page.login}?tab=${part}`,
      text: partNames[part](),
      current: part === shown,
      ...(count === undefined ? {} : { count }),
    };
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TabLinks label={page.artisticName} tabs={tabs} panelId={panelId} />
      <div id={panelId} role="tabpanel" aria-label={partNames[shown]()} className="min-h-[40dvh]">
        {children(shown)}
      </div>
    </div>
  );
}

/** The parts of a model's page below the prices, in their order. */
const profileParts = ["videos", "posts", "about"] as const;
type ProfilePart = (typeof profileParts)[number];

const partNames: Record<ProfilePart, () => string> = {
  videos: m.nav_videos,
  posts: m.nav_posts,
  about: m.profile_tab_about,
};

/** The part that an address asks for; without one, the first that has something in it. */
export function profilePartOf(query: string, { videos, posts }: ModelPage["counts"]): ProfilePart {
  const asked = new URLSearchParams(query).get("tab");
  const known = profileParts.find((part) => part === asked);
  if (known) return known;
  if (videos > 0) return "videos";
  return posts > 0 ? "posts" : "about";
}
