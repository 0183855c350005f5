import type { Moderators } from "#contract/moderation.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { hourOrDay, useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import type { ModeratorsView } from "./use-moderators.ts";

type ModeratorsPanelProps = { moderators: ModeratorsView; slug: string; now: Date | null };

/** The moderators of the chat, the fans whom they have muted, and their latest actions. */
export function ModeratorsPanel({ moderators, slug, now }: ModeratorsPanelProps) {
  const { read, view, busy, change, unmute } = moderators;
  const { dateTime } = useLocalTime();
  // The server knows no zone, and a day without its hour says nothing about a mute.
  const hydrated = useHydrated();
  const muted = (view?.muted ?? []).filter(({ until }) => !isOver(until, now));
  return (
    <Panel title={m.studio_moderators()}>
      <PanelFailed read={read} />
      {view?.data.length === 0 && <p className="px-4 pb-4 text-text-3">{m.studio_moderators_none()}</p>}
      <ul className="grid gap-0.5 px-2 pb-2 empty:hidden">
        {view?.data.map((fan) => (
          <li key={fan.id} className="flex min-h-11 items-center gap-3 px-2">
            <span className="min-w-0 flex-1 truncate">{fan.name || m.studio_banned_gone()}</span>
            <Button
              size="sm"
              busy={busy}
              aria-label={`${m.studio_moderator_dismiss()}: ${m.studio_moderator_dismiss_of({ name: fan.name || m.studio_banned_gone() })}`}
              onClick={() => void change({ fan, moderates: false })}
            >
              {m.studio_moderator_dismiss()}
            </Button>
          </li>
        ))}
      </ul>
      {muted.length > 0 && (
        <section className="border-t border-line px-2 py-2" aria-label={m.studio_muted()}>
          <h3 className="px-2 py-1 text-14 font-semibold text-text-2">{m.studio_muted()}</h3>
          <ul className="grid gap-0.5">
            {muted.map((fan) => (
              <li key={fan.id} className="flex min-h-11 items-center gap-3 px-2">
                <span className="min-w-0 flex-1 truncate">{fan.name || m.studio_banned_gone()}</span>
                <span className="shrink-0 text-12 text-text-3 tabular-nums">
                  {fan.until === null
                    ? m.studio_muted_broadcast()
                    : hydrated && m.studio_muted_until({ time: hourOrDay(fan.until, new Date()) })}
                </span>
                <Button
                  size="sm"
                  busy={busy}
                  aria-label={m.chat_unmute({ name: fan.name || m.studio_banned_gone() })}
                  onClick={() => void unmute({ slug, fan })}
                >
                  {m.studio_unmute()}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {view && view.log.length > 0 && (
        <details className="border-t border-line px-4 py-2">
          <summary className="flex min-h-11 cursor-pointer items-center text-14 text-text-2">
            {m.studio_moderation_log({ count: view.log.length })}
          </summary>
          <ol className="grid max-h-[280px] gap-2 overflow-y-auto pb-2 text-14 [scrollbar-width:thin]">
            {view.log.map((entry) => (
              <li key={entry.id} className="wrap-anywhere">
                <time dateTime={entry.at} className="mr-2 text-12 text-text-3 tabular-nums">
                  {dateTime(entry.at)}
                </time>
                {entryText(entry)}
                {entry.text !== null && <q className="block text-text-2">{entry.text}</q>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  );
}

/** No event says that a mute has come to its end; one without an hour ends with the broadcast. */
const isOver = (until: string | null, now: Date | null): boolean =>
  until !== null && now !== null && Date.parse(until) <= now.getTime();

function entryText({ action, by, fan, minutes }: Moderators["log"][number]): string {
  const who = { by: by ?? m.studio_banned_gone(), fan: fan ?? m.studio_banned_gone() };
  if (action === "remove") return m.studio_moderation_removed(who);
  if (action === "unmute") return m.studio_moderation_unmuted(who);
  return minutes === null
    ? m.studio_moderation_muted_broadcast(who)
    : m.studio_moderation_muted({ ...who, count: minutes });
}
