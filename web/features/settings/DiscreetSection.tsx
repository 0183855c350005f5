import { chooseDiscreet, useDiscreet } from "#web/lib/page/discreet.ts";
import { m } from "#web/paraglide/messages.js";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** The parts that somebody sees who looks over a shoulder; of this browser alone. */
export function DiscreetSection() {
  return (
    <SettingsSection title={m.discreet_settings()} anchor="discreet">
      <Switch label={m.discreet_switch()} checked={useDiscreet()} onChange={chooseDiscreet} />
      <p className="max-w-[56ch] text-12 text-text-3">
        {m.discreet_switch_hint({ title: m.discreet_title() })}
      </p>
      {/* Phones and tablets have no such key. */}
      <p className="mt-3 hidden max-w-[62ch] any-pointer-fine:block">
        {m.discreet_key_before()} <kbd className="rounded-6 bg-overlay px-1.5 py-0.5 font-[550]">F8</kbd>{" "}
        {m.discreet_key_after()}
      </p>
    </SettingsSection>
  );
}
