import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenSession } from "#contract/accounts.ts";
import type { FanProfile } from "#contract/profile.ts";
import { dateTime } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";
import { Mark } from "../Mark.tsx";
import { SettingsSection } from "../SettingsSection.tsx";
import { type Ending, EndSessionsDialog } from "./EndSessionsDialog.tsx";
import { sessionsQuery } from "./sessions-query.ts";

/** Every place where the person is signed in, each with a way to sign out there. */
export function SessionsSection({ viewer }: { viewer: FanProfile }) {
  const { data, isError, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Ending | null>(null);
  const others = (data?.length ?? 0) > 1;
  return (
    <SettingsSection
      title={m.settings_sessions()}
      end={
        others && (
          <Button tone="outline" size="sm" onClick={() => setEnding("others")}>
            {m.settings_sessions_end_others()}
          </Button>
        )
      }
    >
      {isError ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-text-2">{m.settings_sessions_failed()}</p>
          <Button onClick={() => void refetch()}>{m.common_retry()}</Button>
        </div>
      ) : (
        <ul className="grid">
          {data?.map((session) => <SessionRow key={session.id} session={session} onEnd={setEnding} />) ?? (
            <Skeleton className="h-14" />
          )}
        </ul>
      )}
      {data?.length === 1 && <p className="mt-2 text-12 text-text-3">{m.settings_sessions_only()}</p>}
      {ending && <EndSessionsDialog viewer={viewer} ending={ending} onClose={() => setEnding(null)} />}
    </SettingsSection>
  );
}

type SessionRowProps = { session: OpenSession; onEnd(ending: Ending): void };

function SessionRow({ session, onEnd }: SessionRowProps) {
  const device = deviceName(session);
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 border-line py-2 not-first:border-t">
      <div className="min-w-0">
        <p className="truncate font-[550]">{device}</p>
        <p className="text-12 text-text-3">
          {m.settings_sessions_used({ when: dateTime(session.last_used_at) })}
        </p>
      </div>
      {session.current ? (
        <Mark tone="ok">{m.settings_sessions_this()}</Mark>
      ) : (
        <Button
          tone="quiet"
          size="sm"
          aria-label={m.settings_sessions_end_named({ device })}
          onClick={() => onEnd({ id: session.id, device })}
        >
          {m.settings_sessions_end()}
        </Button>
      )}
    </li>
  );
}

function deviceName({ browser, system }: OpenSession): string {
  if (browser && system) return m.settings_sessions_device({ browser, system });
  return browser ?? system ?? m.settings_sessions_unknown();
}
