import { useState } from "react";
import type { HostedFieldsSource } from "../packages-query.ts";
import { type HostedFieldName, hostedFieldNames, showHostedFields, type Tokenize } from "./collect.ts";

export type HostedFieldsApi = {
  phase: "loading" | "ready" | "failed";
  /** All three hold what a card may have. */
  complete: boolean;
  /** The fields that were left with something wrong in them. */
  wrong: ReadonlySet<HostedFieldName>;
  /** Shows the fields in the elements of these ids; again after a failure. */
  show(places: Parameters<typeof showHostedFields>[1]["fields"], css: Record<string, string>): void;
  /** A token of the card, once; null when none comes. */
  tokenize: Tokenize;
};

type Validity = Partial<Record<HostedFieldName, boolean>>;

/** The gateway's card fields of one open checkout. */
export function useHostedFields(source: HostedFieldsSource | null): HostedFieldsApi {
  const [phase, setPhase] = useState<HostedFieldsApi["phase"]>("loading");
  const [validity, setValidity] = useState<Validity>({});
  const [ask, setAsk] = useState<{ tokenize: Tokenize } | null>(null);
  return {
    phase,
    complete: hostedFieldNames.every((name) => validity[name] === true),
    wrong: new Set(hostedFieldNames.filter((name) => validity[name] === false)),
    show(fields, css) {
      if (!source) return;
      setPhase("loading");
      setValidity({});
      showHostedFields(source, {
        fields,
        css,
        ready: () => setPhase("ready"),
        validated: (field, valid) => setValidity((before) => ({ ...before, [field]: valid })),
      }).then(
        (tokenize) => setAsk({ tokenize }),
        () => setPhase("failed"),
      );
    },
    tokenize: async () => (ask ? ask.tokenize() : null),
  };
}
