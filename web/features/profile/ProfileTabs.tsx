import { type ReactNode, useId } from "react";
import { useLocation } from "react-router";
import type { ModelPage } from "#contract/catalog.ts";
import { TabLinks } from "#web/ui/TabLinks.tsx";
import { type ProfilePart, partNames, profilePartOf, profileParts } from "./profile-tabs.ts";

type ProfileTabsProps = { page: ModelPage; children(part: ProfilePart): ReactNode };

/** Videos, posts and what a model tells of themselves, one at a time; which one stands in the address. */
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
