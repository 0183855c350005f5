import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenSession } from "#contract/sessions.ts";
import { browserApi } from "#web/lib/browser-api.ts";
import { dateTime } from "#web/lib/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { Mark } from "./Mark.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { sayRefusal } from "./say-refusal.ts";

const sessionsQuery = queryOptions<readonly OpenSession[]>({
  queryKey: ["sessions"],
  staleTime: 0,
  async queryFn() {
    const answer = await browserApi.call("GET /api/fan/sessions");
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body.data;
  },
});

/** Every place where the person is signed in, each with a way to sign out there. */
export function SessionsSection() {
  const { data, isError, refetch } = useQuery(sessionsQuery);
  const { busy, end, endOthers } = useEnding();
  const others = (data?.length ?? 0) > 1;
  return (
    <SettingsSection
      title={m.settings_sessions()}
      end={
        others && (
          <Button tone="outline" size="sm" busy={busy === "others"} onClick={() => void endOthers()}>
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
          {data?.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy === session.id}
              onEnd={() => void end(session.id)}
            />
          )) ?? <Skeleton className="h-14" />}
        </ul>
      )}
      {data?.length === 1 && <p className="mt-2 text-12 text-text-3">{m.settings_sessions_only()}</p>}
    </SettingsSection>
  );
}

type SessionRowProps = { session: OpenSession; busy: boolean; onEnd(): void };

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
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
          busy={busy}
          aria-label={m.settings_sessions_end_named({ device })}
          onClick={onEnd}
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

function useEnding() {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  async function run(
    which: string,
    call: Promise<{ status: number; body?: { message?: string } | object | undefined }>,
  ) {
    setBusy(which);
    const answer = await call;
    await client.invalidateQueries(sessionsQuery);
    setBusy(null);
    if (answer.status === 200 || answer.status === 204)
      toast({ kind: "success", text: m.settings_sessions_ended() });
    else sayRefusal(answer as { status: number; body?: { message?: string } });
  }
  return {
    busy,
    end: (id: string) => run(id, browserApi.call("POST /api/fan/end-session", { body: { id } })),
    endOthers: () =>
      run("others", browserApi.call("POST /api/fan/end-sessions", { body: { keep_current: true } })),
  };
}
