import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";

/** The staff keeps the model out of sight: she would otherwise wonder why nobody comes. */
export function HiddenNotice() {
  return (
    <section aria-label={m.studio_hidden()} className="mx-auto w-full max-w-[1440px] px-3 pt-2 pb-1 lg:px-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-16 bg-warn-soft px-4 py-2.5">
        <Icon name="eyeOff" className="text-warn max-sm:hidden" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">{m.studio_hidden()}</p>
          <p className="text-text-2">{m.studio_hidden_text()}</p>
        </div>
        <ButtonLink to="/contact" tone="solid" size="sm">
          {m.studio_hidden_action()}
        </ButtonLink>
      </div>
    </section>
  );
}
