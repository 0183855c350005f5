import type { ReactNode } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { m } from "#web/paraglide/messages.js";
import { BlockedSection } from "./BlockedSection.tsx";
import { ChatReadingSection } from "./ChatReadingSection.tsx";
import { ChatRulesSection } from "./ChatRulesSection.tsx";
import { DataSection } from "./DataSection.tsx";
import { DecisionsSection } from "./DecisionsSection.tsx";
import { DeleteSection } from "./DeleteSection.tsx";
import { DiscreetSection } from "./DiscreetSection.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { NotificationsSection } from "./notifications/NotificationsSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { PreferencesSection } from "./PreferencesSection.tsx";
import { ProfileCard } from "./ProfileCard.tsx";
import { ReportsSection } from "./ReportsSection.tsx";
import { SearchesSection } from "./searches/SearchesSection.tsx";
import { SecondFactorSection } from "./second-factor/SecondFactorSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { SpendingSection } from "./spending/SpendingSection.tsx";
import { WatchedSection } from "./WatchedSection.tsx";
import { WordFilterSection } from "./WordFilterSection.tsx";
import { XSection } from "./XSection.tsx";

type SettingsPageProps = {
  viewer: FanProfile;
  /** The way back to where the person works. */
  back?: ReactNode;
};

/** Everything a person sets about the own account: who they are at the side, one subject a section beside it. */
export function SettingsPage({ viewer, back }: SettingsPageProps) {
  return (
    <main id="main" className="mx-auto max-w-[1120px] px-4 pt-6 pb-14 lg:px-8 lg:pt-10">
      {back}
      <h1 className="mb-5 lg:mb-7">{m.settings_title()}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-6">
        <div>
          <ProfileCard viewer={viewer} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
          <EmailSection viewer={viewer} />
          <PasswordSection viewer={viewer} />
          <SecondFactorSection viewer={viewer} />
          <XSection viewer={viewer} />
          <PreferencesSection viewer={viewer} />
          {viewer.role === "fan" && <NotificationsSection />}
          {viewer.role === "fan" && <SpendingSection />}
          {viewer.role === "fan" && <SearchesSection />}
          {viewer.role === "fan" && <WatchedSection />}
          {viewer.role === "fan" && <BlockedSection />}
          {viewer.role === "model" && <ChatRulesSection />}
          {viewer.role !== "admin" && <WordFilterSection />}
          {viewer.role !== "admin" && <ChatReadingSection />}
          <DiscreetSection />
          <SessionsSection viewer={viewer} />
          <ReportsSection />
          {viewer.role !== "admin" && <DecisionsSection />}
          <DataSection viewer={viewer} />
          <DeleteSection viewer={viewer} />
        </div>
      </div>
    </main>
  );
}
