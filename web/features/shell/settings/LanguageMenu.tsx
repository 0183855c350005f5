import type { Language } from "#contract/common.ts";
import { useLanguageSwitch } from "#web/entities/account/use-language-switch.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { MenuButton, menuItemClass } from "#web/ui/buttons/MenuButton.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** The languages of the product by their own names. */
export const languages: readonly { code: Language; name: string }[] = [
  { code: "en", name: "English" },
  { code: "es", name: "Español" },
];

/** The language switcher of the header. */
export function LanguageMenu() {
  const current = useLocale();
  const change = useLanguageSwitch();
  const name = languages.find(({ code }) => code === current)?.name ?? "";
  return (
    <MenuButton
      label={m.nav_language_is({ name })}
      trigger={
        <>
          <Icon name="globe" size={18} />
          {current.toUpperCase()}
        </>
      }
    >
      {languages.map(({ code, name }) => (
        <li key={code}>
          <button
            type="button"
            lang={code}
            aria-current={code === current ? "true" : undefined}
            className={menuItemClass}
            onClick={() => change(code)}
          >
            <span className="flex-1">{name}</span>
            {code === current && <Icon name="check" size={18} className="text-accent" />}
          </button>
        </li>
      ))}
    </MenuButton>
  );
}
