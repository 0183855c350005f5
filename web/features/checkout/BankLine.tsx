import { money } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";

/** The statement descriptor, drawn as the bank will show it. */
export function BankLine({ descriptor, charged }: { descriptor: string; charged: number }) {
  return (
    <figure
      aria-label={m.pay_statement_label({ descriptor })}
      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-0.5 rounded-12 bg-surface px-4 py-3 font-mono shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <figcaption className="col-span-full font-sans text-12 text-text-3">
        {m.pay_statement_caption()}
      </figcaption>
      <Icon name="home" className="text-text-3" />
      <span className="[overflow-wrap:anywhere]">{descriptor}</span>
      <span>{money(-charged).replace("$", "")}</span>
    </figure>
  );
}
