import { genderText } from "#contract/room-values.ts";
import { useChooseGender, useGender, useGenderChoices, useGenderFlash } from "#web/entities/room/gender.ts";
import { genderOf } from "#web/entities/room/list-filters.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";

/** The genders that the lists show. */
export function GenderFilter({ wide = false }: { wide?: boolean }) {
  const choices = useGenderChoices();
  const chosen = useGender();
  const choose = useChooseGender();
  const flash = useGenderFlash();
  if (choices.length === 0) return null;
  return (
    <form method="post" action="/preferences" className="flex gap-2">
      <Segmented
        name="gender"
        label={m.nav_gender()}
        options={choices.map(({ id, name }) => ({ value: genderText(id), text: name }))}
        value={genderText(chosen)}
        onChange={(text) => choose(genderOf(text) ?? chosen)}
        flash={flash}
        wide={wide}
      />
      <noscript>
        <Button type="submit">{m.nav_apply()}</Button>
      </noscript>
    </form>
  );
}
