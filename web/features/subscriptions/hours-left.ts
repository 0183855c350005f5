/** The hours that the reminder names: 72 with 3 days left, 24 with 1, nothing else. */
export function hoursLeft(days: number): "72" | "24" | "" {
  if (days === 3) return "72";
  return days === 1 ? "24" : "";
}
