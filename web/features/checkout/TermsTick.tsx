import { m } from "#web/paraglide/messages.js";
import { Checkbox } from "#web/ui/Checkbox.tsx";
import { NewTabLink } from "#web/ui/NewTabLink.tsx";
import type { CardFormApi } from "./card/use-card-form.ts";

/** Acceptance of the terms, and the waiver of withdrawal that comes with digital content delivered at once. */
export function TermsTick({ form }: { form: CardFormApi }) {
  return (
    <Checkbox
      {...form.bind("terms")}
      error={form.errorOf("terms")}
      label={
        <>
          {m.pay_terms_before()} <NewTabLink to="/terms-of-service" text={m.pay_terms_link()} />{" "}
          {m.pay_terms_between()} <NewTabLink to="/privacy-policy" text={m.pay_terms_privacy()} />
          {m.pay_terms_after()}
        </>
      }
    />
  );
}
