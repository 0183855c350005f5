import { useMemo } from "react";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useLatestChange } from "#web/lib/api/use-latest-change.ts";
import { countries } from "#web/lib/i18n/countries.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/fields/Field.tsx";
import { useSetCountry } from "./set-country.ts";

/** Where the fan lives: stored as soon as it is chosen, and the ways to pay follow it. */
export function CountryField({ hint }: { hint?: string }) {
  const language = useLocale();
  const viewer = useViewer();
  const hydrated = useHydrated();
  const country = viewer?.country ?? "";
  // Browsers name some places otherwise than the server does: until hydration only the chosen one is there, by its code.
  const all = useMemo(
    () => (hydrated ? countries(language) : country ? [{ code: country, name: country }] : []),
    [language, hydrated, country],
  );
  const { choose, open, refusal } = useSetCountry();
  // The arrow keys pass through several on the way to one.
  const { change, wanted } = useLatestChange(choose);
  return (
    <SelectField
      label={m.country_label()}
      value={wanted ?? open ?? country}
      onChange={({ target }) => change(target.value)}
      error={refusal && refusalText(refusal)}
      hint={hint}
    >
      <option value="" disabled>
        {m.country_choose()}
      </option>
      {all.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
