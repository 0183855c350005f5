/** An instant as a `datetime-local` field of the reader's own zone shows it: `2026-11-22T18:30`; none is empty. */
export function fieldOf(instant: string | null): string {
  if (instant === null) return "";
  const at = new Date(instant);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What such a field says as an instant; null when it is empty or no time at all. */
export function instantOf(field: string): string | null {
  const at = new Date(field);
  return field === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
