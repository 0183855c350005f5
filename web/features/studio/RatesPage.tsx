import { m } from "#web/paraglide/messages.js";
import { StudioPage } from "./page-parts.tsx";
import { RatesPanel } from "./rates/RatesPanel.tsx";
import { useStudioSession } from "./session/studio-session.tsx";
import { PromosPanel } from "./shows/PromosPanel.tsx";
import { SubscriptionPanel } from "./subscription/SubscriptionPanel.tsx";

/** The prices of shows and of a subscription, and the minutes that are given away. */
export function RatesPage() {
  const { studio, shows } = useStudioSession();
  const live = studio !== null && studio.stream.status !== "stopped";
  return (
    <StudioPage title={m.studio_rates()}>
      <RatesPanel />
      <SubscriptionPanel />
      <PromosPanel shows={shows} live={live} />
    </StudioPage>
  );
}
