/** The link by which a friend signs up as invited by this fan. `origin` without a trailing slash. */
export function inviteLink(origin: string, fanId: number): string {
  return `${origin}/register?referrer=${fanId}`;
}
