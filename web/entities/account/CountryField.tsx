import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { regionalMethodsQuery } from "#web/entities/wallet/regional-methods.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLatestChange } from "#web/lib/api/use-latest-change.ts";
import { countries } from "#web/lib/i18n/countries.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { useSetViewer, useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/fields/Field.tsx";

/** Where the fan lives: stored as soon as it is chosen, and the ways to pay follow it. */
export function CountryField({ hint }: { hint?: string }) {
  const language = useLocale();
  const viewer = useViewer();
  const setViewer = useSetViewer();
  const client = useQueryClient();
  const hydrated = useHydrated();
  const country = viewer?.country ?? "";
  // Browsers name some places otherwise than the server does: until hydration only the chosen one is there, by its code.
  const all = useMemo(
    () => (hydrated ? countries(language) : country ? [{ code: country, name: country }] : []),
    [language, hydrated, country],
  );
  const { run, open, refusal } = useCommand({
    call: (country: string) => browserApi.call("POST /api/fan/set-country", { body: { country } }),
    onDone({ body }) {
      setViewer(body);
      void client.invalidateQueries({ queryKey: regionalMethodsQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["packages"] });
    },
  });
  // The arrow keys pass through several on the way to one.
  const { change, wanted } = useLatestChange(run);
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
