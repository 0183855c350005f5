import type { ShowState } from "#contract/show-state.ts";
import { m } from "#web/paraglide/messages.js";
import { Spinner } from "#web/ui/Spinner.tsx";
import type { Player } from "./use-player.ts";

type StallNoticeProps = {
  player: Pick<Player, "missingSeconds" | "attempt" | "hasPlayed">;
  show: ShowState | null;
};

/** Says that no picture comes, what is being done about it, and what it costs; more of it the longer it lasts. */
export function StallNotice({ player: { missingSeconds, attempt, hasPlayed }, show }: StallNoticeProps) {
  const tried = { attempt: Math.max(1, attempt) };
  const begun = hasPlayed ? m.room_stall_stopped() : m.room_connecting();
  return (
    <div className="grid max-w-[34ch] justify-items-center gap-1.5 rounded-16 bg-plate px-4 py-3 text-14 phone:mr-14 motion-safe:animate-[fade_200ms_both]">
      <p className="flex items-center gap-2.5 font-semibold">
        <Spinner size={18} />
        {missingSeconds < 8 ? begun : m.room_stall_title({ seconds: missingSeconds })}
      </p>
      {missingSeconds >= 8 && (
        <p>{missingSeconds < 20 ? m.room_stall_retry(tried) : m.room_stall_network(tried)}</p>
      )}
      <p className="text-[#FFD88A]">{chargeOf(show)}</p>
      {missingSeconds >= 20 && show && <p>{m.room_stall_show_ends()}</p>}
    </div>
  );
}

/** A pause is the server's word that its meter stands; until it has come, only the rule can be promised. */
function chargeOf(show: ShowState | null): string {
  if (!show) return m.room_stall_free();
  if (show.role === "promo") return m.room_stall_promo();
  return show.pause ? m.room_stall_paused() : m.room_stall_counted();
}
