import { browserClock } from "#web/lib/clock.ts";
import type { HostedFieldsSource } from "../packages-query.ts";

/** The gateway's fields by the names that Collect.js has for them. */
export const hostedFieldNames = ["ccnumber", "ccexp", "cvv"] as const;
export type HostedFieldName = (typeof hostedFieldNames)[number];

/** The settings of one field. `selector` names the element that takes its frame. */
export type HostedField = { selector: string; title: string; placeholder: string };

type CollectOptions = {
  variant: "inline";
  styleSniffer: boolean;
  customCss: Record<string, string>;
  fields: Record<HostedFieldName, HostedField>;
  timeoutDuration: number;
  fieldsAvailableCallback(): void;
  validationCallback(field: HostedFieldName, valid: boolean, message: string): void;
  timeoutCallback(): void;
  callback(response: { token: string }): void;
};
/** The gateway's library, inline variant. Source: docs.nmi.com, "Collect.js". */
type CollectLibrary = { configure(options: CollectOptions): void; startPaymentRequest(): void };

/** Asks the gateway for a token of what was typed; null when none came in time. */
export type Tokenize = () => Promise<string | null>;

type Shown = {
  fields: Record<HostedFieldName, HostedField>;
  css: Record<string, string>;
  ready(): void;
  validated(field: HostedFieldName, valid: boolean): void;
};

const tokenWithinMs = 15_000;
/** The library says itself that its time is over; one that says nothing is not waited for much longer. */
const silentMs = 5_000;
const loaded = new Map<string, Promise<CollectLibrary>>();

/**
 * Puts the gateway's fields into their places: what is typed there never reaches this page. Rejects when the gateway's
 * script cannot be loaded; asking again tries once more.
 */
export async function showHostedFields(source: HostedFieldsSource, shown: Shown): Promise<Tokenize> {
  const library = await load(source);
  let answer: (token: string | null) => void = () => undefined;
  library.configure({
    variant: "inline",
    styleSniffer: false,
    customCss: shown.css,
    fields: shown.fields,
    timeoutDuration: tokenWithinMs,
    fieldsAvailableCallback: shown.ready,
    validationCallback: shown.validated,
    timeoutCallback: () => answer(null),
    callback: ({ token }) => answer(token),
  });
  return () =>
    new Promise((resolve) => {
      const stop = browserClock.after(tokenWithinMs + silentMs, () => resolve(null));
      answer = (token) => {
        stop();
        resolve(token);
      };
      try {
        library.startPaymentRequest();
      } catch (error) {
        reportError(error);
        answer(null);
      }
    });
}

function load({ script, key }: HostedFieldsSource): Promise<CollectLibrary> {
  const known = loaded.get(script);
  if (known) return known;
  const loading = new Promise<CollectLibrary>((resolve, reject) => {
    const element = document.createElement("script");
    element.src = script;
    element.dataset.tokenizationKey = key;
    element.dataset.variant = "inline";
    element.addEventListener("load", () => {
      const { CollectJS } = window as Window & { CollectJS?: CollectLibrary };
      if (CollectJS) resolve(CollectJS);
      else reject(new Error(`${script} brought no CollectJS`));
    });
    element.addEventListener("error", () => {
      element.remove();
      loaded.delete(script);
      reject(new Error(`${script} could not be loaded`));
    });
    document.head.append(element);
  });
  loaded.set(script, loading);
  return loading;
}
