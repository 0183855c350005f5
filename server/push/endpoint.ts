import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** A name that leads to this machine or its own network. */
export class NotPublic extends Error {
  override name = "NotPublic";
}

const special = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(network, bits, "ipv4");
// Documentation, and addresses of the version before in a wrapping (Teredo, 6to4).
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special.addSubnet(network, bits, "ipv6");
/** All that is assigned to the public (RFC 4291, IANA); what maps addresses of version 4 lies outside. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/** Whether an address belongs to the public Internet (IANA's registries of special addresses, RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, "ipv4");
  return version === 6 && global6.check(address, "ipv6") && !special.check(address, "ipv6");
}

const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid)\.?$/i;

/**
 * Whether a browser may name this as its push endpoint: https, of a host with a public name, on the usual port; or
 * of an origin that the operator allows. Where the name leads is checked when it is looked up, see {@link publicLookup}.
 */
export function isEndpoint(value: string, allowedOrigins: readonly string[]): boolean {
  const url = URL.parse(value);
  if (url?.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (allowedOrigins.includes(url.origin)) return true;
  const { hostname } = url;
  if (url.protocol !== "https:" || url.port !== "" || hostname.startsWith("[") || isIP(hostname) !== 0)
    return false;
  return hostname.includes(".") && !privateNames.test(hostname);
}

/** Looks a name up as a connection does, and refuses it when any of its addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, []);
    if (!found.every(({ address }) => isPublicAddress(address))) return answer(new NotPublic(hostname), []);
    const [first] = found as [LookupAddress, ...LookupAddress[]];
    return options.all ? answer(null, found) : answer(null, first.address, first.family);
  });
};
