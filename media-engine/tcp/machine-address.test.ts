import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { machineAddress } from "./machine-address.ts";

const at = (address: string, internal = false) => ({ address, internal }) as NetworkInterfaceInfo;

test("a machine reaches itself by an address that a browser believes, and by loopback where it has no other", () => {
  const lo = [at("127.0.0.1", true), at("::1", true)];
  expect(
    machineAddress({ lo, eth0: [at("fe80::1"), at("169.254.7.7"), at("10.1.2.3"), at("192.0.2.7")] }),
  ).toBe("10.1.2.3");
  expect(machineAddress({ lo, eth0: [at("2001:db8::1")], gone: undefined })).toBe("127.0.0.1");
  expect(machineAddress({})).toBe("127.0.0.1");
});
