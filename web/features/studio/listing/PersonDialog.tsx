import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { StudioListing } from "#contract/listing.ts";
import { gendersQuery } from "#web/entities/room/gender.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusedField } from "#web/lib/forms/field-errors.ts";
import { countries } from "#web/lib/i18n/countries.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field, SelectField } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useListingCommand } from "./use-listing-command.ts";

type Person = { birth_date: string; country: string; gender_id: number };

/** Birth date, country and the list that the model belongs to; fixed once the page is listed. */
export function PersonDialog({ page, onClose }: { page: StudioListing; onClose(): void }) {
  const language = useLocale();
  const places = useMemo(() => countries(language), [language]);
  const genders = useQuery(gendersQuery).data ?? [];
  const [birth, setBirth] = useState(page.birth_date ?? "");
  const [country, setCountry] = useState(page.country ?? "");
  const [gender, setGender] = useState(String(page.gender_id ?? ""));
  const [tried, setTried] = useState(false);
  const save = useListingCommand(
    (body: Person) => browserApi.call("POST /api/studio/listing", { body }),
    m.studio_page_saved,
    ["birth_date", "country", "gender_id"],
  );
  const errorOf = (value: string, field: keyof Person) =>
    tried && value === "" ? m.studio_error_required() : refusedField(save.refusal, field);
  const send = async () => {
    setTried(true);
    if (birth === "" || country === "" || gender === "") return;
    if (await save.run({ birth_date: birth, country, gender_id: Number(gender) })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_step_person()}
      footer={
        <Button tone="primary" className="ml-auto" busy={save.pending} onClick={() => void send()}>
          {m.studio_save()}
        </Button>
      }
    >
      <p className="text-text-2">{m.studio_page_person_text()}</p>
      <Field
        type="date"
        label={m.studio_page_birth()}
        value={birth}
        error={errorOf(birth, "birth_date")}
        onChange={(event) => setBirth(event.target.value)}
      />
      <SelectField
        label={m.studio_page_country()}
        value={country}
        error={errorOf(country, "country")}
        onChange={(event) => setCountry(event.target.value)}
      >
        <option value="">{m.studio_page_choose()}</option>
        {places.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m.studio_page_gender()}
        value={gender}
        error={errorOf(gender, "gender_id")}
        onChange={(event) => setGender(event.target.value)}
      >
        <option value="">{m.studio_page_choose()}</option>
        {genders.map(({ id, name_en, name_es }) => (
          <option key={id} value={id}>
            {language === "es" ? name_es : name_en}
          </option>
        ))}
      </SelectField>
    </Dialog>
  );
}
