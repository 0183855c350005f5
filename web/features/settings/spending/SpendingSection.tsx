import { useQuery } from "@tanstack/react-query";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { SettingsSection, StatusBadge } from "../SettingsSection.tsx";
import { limitsQuery } from "./limits-query.ts";
import { LimitsForm } from "./LimitsForm.tsx";
import { PauseForm } from "./PauseForm.tsx";

/** A fan's own spending limits, and the break from spending that they can take. */
export function SpendingSection() {
  const { dateTime } = useLocalTime();
  const read = useQuery(limitsQuery);
  const limits = read.data;
  return (
    <SettingsSection
      title={m.spending_title()}
      anchor="spending"
      end={limits?.paused_until && <StatusBadge tone="warn">{m.spending_paused_badge()}</StatusBadge>}
    >
      <p className="mb-4 max-w-[62ch] text-text-2">{m.spending_lead()}</p>
      <PartFailed read={read} text={m.spending_failed()} />
      {!limits && !hasFailed(read) && <Skeleton className="h-32 rounded-12" />}
      {limits && (
        <>
          <LimitsForm limits={limits} />
          <hr className="my-5 border-line" />
          <h3 className="text-14! font-[550]">{m.spending_pause_title()}</h3>
          {limits.paused_until && (
            <p className="mt-2 flex items-center gap-3 rounded-12 bg-warn-soft px-4 py-3">
              <Icon name="clock" className="flex-none text-warn" />
              {m.spending_paused_until({ when: dateTime(limits.paused_until) })}
            </p>
          )}
          <PauseForm paused={limits.paused_until !== null} />
        </>
      )}
    </SettingsSection>
  );
}
