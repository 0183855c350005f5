import { m } from "#web/paraglide/messages.js";
import { Checkbox, type CheckboxProps } from "#web/ui/Checkbox.tsx";
import { NewTabLink } from "#web/ui/NewTabLink.tsx";

/** Acceptance of the terms, and the waiver of withdrawal that comes with digital content delivered at once. */
export function TermsCheckbox(props: Omit<CheckboxProps, "label">) {
  return (
    <Checkbox
      {...props}
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
