import { useConnection } from "#web/lib/realtime/use-realtime.tsx";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";

/** Says that the page is not live at the moment, and how often it has tried; one lost attempt is no news. */
export function OfflineBar() {
  const { phase, tries, reconnected } = useConnection();
  const away = tries >= 2 && (phase === "waiting" || phase === "connecting");
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 grid place-items-center px-4"
    >
      {away && (
        <p className="flex items-center gap-3 rounded-12 bg-[#3A2806] px-4 py-2.5 text-[#FFE6B8] shadow-mid motion-safe:animate-[rise_200ms]">
          <Icon name="wifi" className="text-[#FFB020]" />
          {m.common_offline({ tries })}
        </p>
      )}
      {reconnected && !away && (
        <p className="flex items-center gap-3 rounded-12 bg-overlay px-4 py-2.5 shadow-mid">
          <Icon name="check" className="text-ok" />
          {m.common_back_online()}
        </p>
      )}
    </div>
  );
}
