import { isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

type Interfaces = ReturnType<typeof networkInterfaces>;

const loopback = "127.0.0.1";

/**
 * An IPv4 address of this machine by which it reaches itself, and whose packets come from there as well. What the engine
 * sees a client at is what ICE tells the client (XOR-MAPPED-ADDRESS, RFC 8489, section 14.2), and Firefox takes an answer
 * with a loopback or link-local address for none. Loopback where the machine has no other.
 */
export function machineAddress(interfaces: Interfaces = networkInterfaces()): string {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const outer = all.find(
    ({ address, internal }) => isIPv4(address) && !internal && !address.startsWith("169.254."),
  );
  return outer?.address ?? loopback;
}
