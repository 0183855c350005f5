import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { decisionsQuery } from "#web/entities/report/decisions-query.ts";
import { reportsQuery } from "#web/entities/report/reports-query.ts";
import { savedCardsQuery } from "#web/entities/wallet/saved-cards.ts";
import { m } from "#web/paraglide/messages.js";
import { hasFailed } from "#web/ui/states/PartFailed.tsx";
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
import { ReportsSection } from "./ReportsSection.tsx";
import { SavedCardsSection } from "./SavedCardsSection.tsx";
import { SearchesSection } from "./searches/SearchesSection.tsx";
import { SecondFactorSection } from "./second-factor/SecondFactorSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { SpendingSection } from "./spending/SpendingSection.tsx";
import { WatchedSection } from "./WatchedSection.tsx";
import { WordFilterSection } from "./WordFilterSection.tsx";
import { XSection } from "./XSection.tsx";

/** One subject of the settings. `anchor`: its name in addresses, which its section carries as its id. */
export type SettingsPart = { anchor: string; title: string; section: ReactNode };

/** The subjects that this person has, in the order of the page; those without content are left out. */
export function useSettingsParts(viewer: FanProfile): SettingsPart[] {
  const { role } = viewer;
  const [isFan, isModel] = [role === "fan", role === "model"];
  const reports = useQuery(reportsQuery);
  const decisions = useQuery({ ...decisionsQuery, enabled: role !== "admin" });
  const cards = useQuery({ ...savedCardsQuery, enabled: isFan });
  const hasCards = isFan && (cards.data?.length ?? 0) > 0;
  const hasReports = hasFailed(reports) || (reports.data?.length ?? 0) > 0;
  const decided = decisions.data && decisions.data.data.length + decisions.data.removals.length > 0;
  const hasDecisions = role !== "admin" && (hasFailed(decisions) || decided);
  const part = (anchor: string, title: string, section: ReactNode) => ({ anchor, title, section });
  return [
    part("email", m.settings_email(), <EmailSection viewer={viewer} />),
    part("password", m.settings_password(), <PasswordSection viewer={viewer} />),
    part("two-step", m.factor_title(), <SecondFactorSection viewer={viewer} />),
    part("x", m.settings_x(), <XSection viewer={viewer} />),
    part("sessions", m.settings_sessions(), <SessionsSection viewer={viewer} />),
    part("language", m.settings_preferences(), <PreferencesSection viewer={viewer} />),
    isFan && part("notifications", m.notify_settings(), <NotificationsSection />),
    isFan && part("spending", m.spending_title(), <SpendingSection />),
    hasCards && part("cards", m.settings_cards(), <SavedCardsSection />),
    isFan && part("searches", m.saved_search_title(), <SearchesSection />),
    isFan && part("watched", m.watched_title(), <WatchedSection />),
    isFan && part("blocked", m.blocked_models(), <BlockedSection />),
    isModel && part("chat-rules", m.chat_rules(), <ChatRulesSection />),
    role !== "admin" && part("words", m.word_filter(), <WordFilterSection />),
    role !== "admin" && part("chats", m.chat_reading(), <ChatReadingSection />),
    part("discreet", m.discreet_settings(), <DiscreetSection />),
    hasReports && part("reports", m.report_own(), <ReportsSection />),
    hasDecisions && part("decisions", m.decisions_own(), <DecisionsSection />),
    part("data", m.settings_data(), <DataSection viewer={viewer} />),
    part("delete", m.settings_delete(), <DeleteSection viewer={viewer} />),
  ].filter((entry) => typeof entry === "object");
}
