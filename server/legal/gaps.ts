import type { Language } from "#contract/common.ts";

/** A place of a document that names the setting which fills it, and says what is to be said: `[LEGAL_LAW: governing law]`. */
const gap = /\[([A-Z][A-Z_]+): ([^\]\n]+)\]/g;

/** What no setting says: the setting, and what it is to say. */
export type Gap = { setting: string; wanted: string };

/** The text with what the settings say; where one says nothing, what is wanted there stands in brackets. */
export function fillGaps(
  text: string,
  language: Language,
  details: ReadonlyMap<string, Readonly<Record<Language, string>>>,
): { text: string; gaps: Gap[] } {
  const gaps: Gap[] = [];
  const filled = text.replaceAll(gap, (_all, setting: string, wanted: string) => {
    const detail = details.get(setting);
    if (detail) return detail[language];
    gaps.push({ setting, wanted });
    return `[${wanted}]`;
  });
  return { text: filled, gaps };
}
