import type { Language } from "#contract/common.ts";
import { monthName } from "./format.ts";
import { currentLanguage } from "./locale.ts";

const weekdays: Record<Language, string> = {
  en: "Sun Mon Tue Wed Thu Fri Sat",
  es: "dom lun mar mié jue vie sáb",
};

/**
 * A day and two times of it in the reader's own zone: "Wed, Nov 25, 8:00 PM – 11:00 PM", "mié, 25 nov, 20:00 – 23:00". The
 * end of a night says no day of its own. Browser only: the server knows no zone. By hand: what makes dates takes a phone a
 * tenth of a second to make, just when a profile comes to life.
 */
export function localSpan(
  { from, to }: { from: string; to: string },
  language: Language = currentLanguage(),
): string {
  const [begin, end] = [new Date(from), new Date(to)];
  const weekday = weekdays[language].split(" ")[begin.getDay()];
  const [month, day] = [monthName(begin.getMonth(), language), begin.getDate()];
  const date = language === "es" ? `${day} ${month}` : `${month} ${day}`;
  return `${weekday}, ${date}, ${timeOf(begin, language)} – ${timeOf(end, language)}`;
}

function timeOf(at: Date, language: Language): string {
  const [hours, minutes] = [at.getHours(), String(at.getMinutes()).padStart(2, "0")];
  if (language === "es") return `${hours}:${minutes}`;
  return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? "AM" : "PM"}`;
}
