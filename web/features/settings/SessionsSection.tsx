import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenSession } from "#contract/accounts.ts";
import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import type { ReauthForm } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { goneIsDone } from "#web/lib/api/refusal.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { sessionsQuery } from "./security-queries.ts";
import { SettingsSection, StatusBadge } from "./SettingsSection.tsx";

/** Every place where the person is signed in, each with a way to sign out there. */
export function SessionsSection({ viewer }: { viewer: FanProfile }) {
  const { data, isError, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Ending | null>(null);
  const others = (data?.length ?? 0) > 1;
  return (
    <SettingsSection
      title={m.settings_sessions()}
      anchor="sessions"
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
  const { dateTime } = useLocalTime();
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
        <StatusBadge tone="ok">{m.settings_sessions_this()}</StatusBadge>
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

/** One other session, or all but this one. */
export type Ending = { id: string; device: string } | "others";

type EndSessionsDialogProps = { viewer: FanProfile; ending: Ending; onClose(): void };

/** Asks for the password before somebody is signed out elsewhere: who found a phone open must not lock its owner out. */
export function EndSessionsDialog({ viewer, ending, onClose }: EndSessionsDialogProps) {
  const client = useQueryClient();
  const asked = useReauthCommand(viewer, {
    call: (filled) => end(ending, filled),
    async onDone() {
      await client.invalidateQueries(sessionsQuery);
      toast({
        kind: "success",
        text: ending === "others" ? m.settings_sessions_ended_others() : m.settings_sessions_ended(),
      });
      onClose();
    },
  });
  const title =
    ending === "others"
      ? m.settings_sessions_end_others()
      : m.settings_sessions_end_named({ device: ending.device });
  return (
    <ReauthDialog
      viewer={viewer}
      asked={asked}
      title={title}
      cancel={m.settings_sessions_stay()}
      confirm={m.settings_sessions_end()}
      tone="primary"
      onClose={onClose}
    >
      <p className="text-text-2">
        {ending === "others" ? m.settings_sessions_end_others_text() : m.settings_sessions_end_text()}{" "}
        {viewer.has_password && m.settings_current_password_why()}
      </p>
    </ReauthDialog>
  );
}

async function end(ending: Ending, credentials: ReauthForm) {
  if (ending === "others")
    return browserApi.call("POST /api/fan/end-sessions", { body: { keep_current: true, ...credentials } });
  const body = { id: ending.id, ...credentials };
  return goneIsDone(await browserApi.call("POST /api/fan/end-session", { body }));
}
