import { useQuery } from "@tanstack/react-query";
import { siteName } from "#contract/site-name.ts";
import { type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { type PushTrouble, pushTrouble } from "#web/lib/platform/push.ts";
import { m } from "#web/paraglide/messages.js";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { pushHereQuery, useTurnPush } from "./push-here.ts";

/** Whether this browser gets push notifications while no page is open, and how much of them others could read on its screen. */
export function PushHere() {
  const hydrated = useHydrated();
  const { data } = useQuery({ ...pushHereQuery, enabled: hydrated });
  const { run, pending, open, refusal } = useTurnPush(data?.publicKey ?? "");
  const shown = (pending && open) || { on: data?.on ?? false, details: data?.details ?? false };
  const trouble = refusal ? troubleText(refusal) : hydrated ? standingTrouble(shown.on) : null;
  return (
    <div>
      <Switch
        label={m.push_here()}
        checked={shown.on}
        disabled={!data}
        onChange={(on) => void run({ on, details: shown.details })}
        className="font-[550]"
      />
      <p className="max-w-[52ch] pr-14 text-12 text-text-3">{m.push_here_hint({ site: siteName() })}</p>
      {shown.on && (
        <>
          <Switch
            label={m.push_details()}
            checked={shown.details}
            onChange={(details) => void run({ on: true, details })}
            className="mt-2"
          />
          <p className="max-w-[52ch] pr-14 text-12 text-text-3">{m.push_details_hint()}</p>
        </>
      )}
      <p role="status" className="flex items-start gap-1.5 text-text-2 not-empty:mt-2">
        {trouble && (
          <>
            <Icon name="info" size={18} className="mt-0.5 flex-none" />
            <span>{trouble}</span>
          </>
        )}
      </p>
    </div>
  );
}

const troubleTexts: Record<PushTrouble, () => string> = {
  unsupported: m.push_unsupported,
  install: m.push_install,
  blocked: m.push_blocked,
  dismissed: m.push_dismissed,
  no_address: m.push_no_address,
};

function troubleText(refusal: Refusal): string {
  const known = troubleTexts[refusal.code as PushTrouble] as (() => string) | undefined;
  return known?.() ?? refusalText(refusal);
}

/** The trouble that is known before anybody presses. */
function standingTrouble(on: boolean): string | null {
  const trouble = on ? null : pushTrouble();
  return trouble && troubleTexts[trouble]();
}
