import { chooseGender, useGender, useGenderFlash, useGenders } from "#web/entities/room/gender.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Segmented } from "#web/ui/Segmented.tsx";

/** Whom the lists show. */
export function GenderFilter({ wide = false }: { wide?: boolean }) {
  const genders = useGenders();
  const chosen = useGender();
  const flash = useGenderFlash();
  const language = useLocale();
  if (genders.length === 0) return null;
  return (
    <Segmented
      label={m.nav_gender()}
      options={genders.map(({ id, name_en, name_es }) => ({
        value: id,
        text: language === "es" ? name_es : name_en,
      }))}
      value={chosen}
      onChange={chooseGender}
      flash={flash}
      wide={wide}
    />
  );
}
