import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { secondFactorQuery } from "#web/features/settings/security-queries.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { SettingsSection, StatusBadge } from "../SettingsSection.tsx";
import type { FactorStep } from "./SecondFactorDialog.tsx";

const SecondFactorDialog = openedComponent(
  () => import("./SecondFactorDialog.tsx").then((file) => file.SecondFactorDialog),
  dialogPlace,
);

const fewCodes = 3;

/** Codes of an app after the password: turned on and off here. */
export function SecondFactorSection({ viewer }: { viewer: FanProfile }) {
  const [step, setStep] = useState<FactorStep | null>(null);
  const isOn = viewer.has_second_factor;
  const buttons = useFocusKept(isOn, step === null);
  return (
    <SettingsSection
      title={m.factor_title()}
      anchor="two-step"
      end={isOn && <StatusBadge tone="ok">{m.factor_on()}</StatusBadge>}
    >
      <p className="max-w-[60ch] text-text-2">
        {viewer.has_password ? m.factor_text() : m.factor_needs_password()}
      </p>
      {isOn && <FactorState />}
      <div ref={buttons} className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {!isOn && viewer.has_password && (
          <Button tone="outline" onClick={() => setStep("enrol")}>
            {m.factor_turn_on()}
          </Button>
        )}
        {isOn && (
          <>
            <Button tone="outline" onClick={() => setStep("renew")}>
              {m.factor_renew()}
            </Button>
            <Button tone="quiet" onClick={() => setStep("remove")}>
              {m.factor_turn_off()}
            </Button>
          </>
        )}
      </div>
      {step && <SecondFactorDialog step={step} viewer={viewer} onClose={() => setStep(null)} />}
    </SettingsSection>
  );
}

/** Gives the keyboard a place when the button that opened the dialog is gone with what it could do. */
function useFocusKept(isOn: boolean, isClosed: boolean) {
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef(isOn);
  useEffect(() => {
    if (!isClosed || before.current === isOn) return;
    before.current = isOn;
    buttons.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [isOn, isClosed]);
  return buttons;
}

function FactorState() {
  const { dateTime } = useLocalTime();
  const { data, isError, refetch } = useQuery(secondFactorQuery);
  if (isError)
    return (
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-text-2">{m.factor_failed()}</p>
        <Button onClick={() => void refetch()}>{m.common_retry()}</Button>
      </div>
    );
  // The line is kept free: what stands below must not move.
  if (!data) return <p className="mt-2 min-h-[18px]" />;
  const { since, recovery_codes_left: left } = data;
  return (
    <>
      <p className="mt-2 text-12 text-text-3">
        {m.factor_since({ when: dateTime(since), count: String(left) })}
      </p>
      {left <= fewCodes && <p className="mt-1 text-12 text-warn">{m.factor_few_left()}</p>}
    </>
  );
}
