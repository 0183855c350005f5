/** The address of a model's room that opens the consent to a show; it survives signing in. */
export function showActionPath(slug: string, kind: "private" | "vip" | "spy"): string {
  return `/stream/${slug}?show=${kind}`;
}
