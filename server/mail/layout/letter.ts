import type { Language } from "#contract/common.ts";

/** What a mail says; the layout around it is the same for all. Every part is plain text. */
export type Letter = {
  to: string;
  language: Language;
  subject: string;
  paragraphs: readonly string[];
  /** One button; `url` absolute, http or https. */
  action?: { label: string; url: string };
  /** Small print under the rest. */
  footnote?: string;
  /**
   * The way off this kind of mail, a small link at the end. `url` is absolute, http or https: a page to read, and by POST
   * the one click that mail programs offer (RFC 8058).
   */
  off?: { label: string; url: string };
};

/** The sentences that the layout itself adds. */
export const layoutWords = {
  en: {
    copyLink: "If the button does not work, copy this address into your browser:",
    sentBy: "Sent by Fanlight, for adults only.",
  },
  es: {
    copyLink: "Si el botón no funciona, copia esta dirección en tu navegador:",
    sentBy: "Enviado por Fanlight, solo para adultos.",
  },
} as const satisfies Record<Language, Record<string, string>>;
