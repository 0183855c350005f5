import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import type { Bans } from "./use-bans.ts";

/** Whom the model has banned, each with the way back; nothing where there is nobody. */
export function BannedFans({ bans }: { bans: Bans }) {
  if (!bans.list?.length) return null;
  return (
    <details className="border-t border-line px-4 py-2">
      <summary className="flex min-h-11 cursor-pointer items-center text-14 text-text-2">
        {m.studio_banned({ count: bans.list.length })}
      </summary>
      <ul className="grid max-h-[240px] gap-0.5 overflow-y-auto pb-2 [scrollbar-width:thin]">
        {bans.list.map((fan) => (
          <li key={fan.id} className="flex min-h-11 items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{fan.name || m.studio_banned_gone()}</span>
            <Button
              size="sm"
              busy={bans.busy}
              aria-label={m.studio_ban_lift_of({ name: fan.name || m.studio_banned_gone() })}
              onClick={() => void bans.change({ what: "lift-ban", fan })}
            >
              {m.studio_ban_lift()}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
