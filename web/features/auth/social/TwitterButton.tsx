import { socialSignInUrl } from "#web/entities/account/social-sign-in.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** The way in by X under a form; nothing where that is not set up. Works before any script has come. */
export function TwitterButton({ referrer = null }: { referrer?: number | null }) {
  const { twitter } = usePageConfig();
  const language = useLocale();
  if (!twitter) return null;
  return (
    <div className="mt-4 grid gap-4">
      <p className="flex items-center gap-3 text-12 text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.social_or()}
      </p>
      <a
        href={socialSignInUrl({ language, referrer })}
        rel="nofollow"
        className={buttonClass("outline", "lg", true)}
      >
        <Icon name="twitter" />
        <span className="inline-block first-letter:uppercase">{m.social_log_in()}</span>
      </a>
    </div>
  );
}
