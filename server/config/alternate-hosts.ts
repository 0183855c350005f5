import { z } from "zod";

/** The differences from host to host. `logo`: address of a picture, null for the product's own. */
export type Site = { logo: string | null; noindex: boolean };

/** Other hosts by which the product is reached, by name without port. */
export type AlternateHosts = Readonly<Record<string, Site>>;

const hostName = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, "is not a host name in lower case");
const logo = z
  .string()
  .regex(/^(\/(?!\/)|https:\/\/)[^\s;,"'<>]+$/, "must begin with / or https:// and hold no spaces");
const table = z.record(
  hostName,
  z.strictObject({ logo: logo.nullable().default(null), noindex: z.boolean().default(true) }),
);

/**
 * Reads `ALTERNATE_HOSTS`: a JSON object of host names, for example
 * `{"cams.example": {"logo": "/logo-afterglow.svg", "noindex": true}}`. Each problem is one line for the operator.
 */
export const alternateHosts = z.string().transform((text, context): AlternateHosts => {
  const parsed = table.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: "custom", message: [...path, message].map(String).join(" ") });
  return z.NEVER;
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return "not JSON";
  }
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const main: Site = { logo: null, noindex: false };
const unknown: Site = { logo: null, noindex: true };

type Hosts = { publicOrigin: string; demo: boolean; alternateHosts: AlternateHosts };

/**
 * Decides what a page shows under the requested host. The public host, and in the demo the machine itself, is
 * the main one; a host that nobody configured looks like it but is not to be indexed.
 */
export function siteOfHost({ publicOrigin, demo, alternateHosts }: Hosts) {
  const publicName = new URL(publicOrigin).hostname;
  return (host: string): Site => {
    const name = host.toLowerCase().replace(/:\d+$/, "");
    if (name === publicName || (demo && loopback.test(name))) return main;
    return Object.hasOwn(alternateHosts, name) ? (alternateHosts[name] ?? unknown) : unknown;
  };
}
