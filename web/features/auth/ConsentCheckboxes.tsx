import type { ComponentProps } from "react";
import { m } from "#web/paraglide/messages.js";
import { NewTabLink } from "#web/ui/buttons/NewTabLink.tsx";
import { Checkbox } from "#web/ui/fields/Checkbox.tsx";

export type ConsentField = "over_18" | "accept_terms" | "accept_privacy" | "accept_creator_agreement";

export type ConsentCheckboxesProps = {
  /** Ties a field to its form. */
  register(field: ConsentField): ComponentProps<"input">;
  error(field: ConsentField): string | null;
  /** A model accepts the agreement of creators too. */
  model?: boolean;
};

const documents = {
  accept_terms: () => ({
    sentence: m.auth_accept_terms(),
    linked: m.legal_consent_terms(),
    to: "/terms-of-service",
  }),
  accept_privacy: () => ({
    sentence: m.auth_accept_privacy(),
    linked: m.legal_consent_privacy(),
    to: "/privacy-policy",
  }),
  accept_creator_agreement: () => ({
    sentence: m.auth_accept_creator(),
    linked: m.legal_consent_creator(),
    to: "/creator-agreement",
  }),
} as const;

/** The consents without which no account is opened, each with a link to what it accepts. */
export function ConsentCheckboxes({ register, error, model = false }: ConsentCheckboxesProps) {
  // Reported on submit and cleared on change: a message on leaving would move the button under the pointer.
  const tie = (field: ConsentField) => ({ ...register(field), onBlur: undefined, error: error(field) });
  const accepted = [
    "accept_terms",
    "accept_privacy",
    ...(model ? (["accept_creator_agreement"] as const) : []),
  ] as const;
  return (
    <div className="grid gap-2.5 pt-1">
      <Checkbox label={m.auth_over_18()} {...tie("over_18")} />
      {accepted.map((field) => (
        <Checkbox key={field} label={<ConsentSentence {...documents[field]()} />} {...tie(field)} />
      ))}
    </div>
  );
}

/** A consent's sentence in which the document's name is a link. */
export function ConsentSentence({ sentence, linked, to }: { sentence: string; linked: string; to: string }) {
  const [before = "", after = ""] = sentence.split(linked);
  return (
    <>
      {before}
      <NewTabLink to={to} text={linked} />
      {after}
    </>
  );
}
