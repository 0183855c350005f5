import { useChooseGender, useGender, useGenderFlash, useGenders } from "#web/entities/room/gender.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";

/** The genders that the lists show. */
export function GenderFilter({ wide = false }: { wide?: boolean }) {
  const genders = useGenders();
  const chosen = useGender();
  const choose = useChooseGender();
  const flash = useGenderFlash();
  const language = useLocale();
  if (genders.length === 0) return null;
  return (
    <form method="post" action="/preferences" className="flex gap-2">
      <Segmented
        name="gender"
        label={m.nav_gender()}
        options={genders.map(({ id, name_en, name_es }) => ({
          value: id,
          text: language === "es" ? name_es : name_en,
        }))}
        value={chosen}
        onChange={choose}
        flash={flash}
        wide={wide}
      />
      <noscript>
        <Button type="submit">{m.nav_apply()}</Button>
      </noscript>
    </form>
  );
}
