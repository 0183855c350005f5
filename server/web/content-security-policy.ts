type Sources = {
  publicOrigin: string;
  connectTo?: readonly string[];
  /** Origins whose pages may be shown in a frame: the hosted forms of payment providers. */
  framesOf?: readonly string[];
  logo?: string | null;
};

/**
 * The policy of one document: only scripts carrying its nonce run, and what they load. Inline styles stay allowed
 * because Radix positions its layers with them. `host` (as asked for) lets sockets through under any name we answer to.
 */
export function contentSecurityPolicy(
  nonce: string,
  { publicOrigin, connectTo = [], framesOf = [], logo = null }: Sources,
  host: string,
): string {
  const sockets = /^[a-z0-9.:[\]-]+$/i.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
  const elsewhere = logo?.startsWith("https:") ? new URL(logo).origin : null;
  const publicSocket = publicOrigin.replace(/^http/, "ws");
  const connect = [...new Set(["'self'", ...sockets, publicSocket, ...connectTo])].join(" ");
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", "data:", "blob:", ...(elsewhere ? [elsewhere] : [])].join(" ")}`,
    "media-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'self' blob:",
    `frame-src ${["'self'", ...framesOf].join(" ")}`,
    "manifest-src 'self'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
