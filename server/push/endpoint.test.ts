import { expect, test } from "vitest";
import { isEndpoint, isPublicAddress, NotPublic, publicLookup } from "./endpoint.ts";

test("OWASP ASVS 1.3.6: a browser may name https addresses of public hosts alone", () => {
  for (const endpoint of [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
    "https://web.push.apple.com/QOP",
    "https://wns2-par02p.notify.windows.com/w/?token=BQ",
  ])
    expect(isEndpoint(endpoint, []), endpoint).toBe(true);
  for (const endpoint of [
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/x",
    "https://user:secret@fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://[::1]/x",
    "https://[::ffff:169.254.169.254]/x",
    "https://8.8.8.8/x",
    "https://localhost/x",
    "https://db.localhost./x",
    "https://postgres/x",
    "https://metadata.google.internal/x",
    "https://printer.local/x",
    "ftp://push.example.com/x",
    "javascript:alert(1)",
    "not an address",
  ])
    expect(isEndpoint(endpoint, []), endpoint).toBe(false);
});

test("an origin that the operator allows is one, whatever it is, and none beside it", () => {
  const allowed = ["http://127.0.0.1:8123"];
  expect(isEndpoint("http://127.0.0.1:8123/push/a", allowed)).toBe(true);
  expect(isEndpoint("http://127.0.0.1:8124/push/a", allowed)).toBe(false);
});

test("OWASP ASVS 1.3.6: addresses of our own network, and those that wrap them, are not public", () => {
  for (const address of ["8.8.8.8", "142.250.4.95", "2607:f8b0:4004:c07::5f"])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "64:ff9b::a00:1",
    "fe80::1",
    "fc00::1",
    "2001:0:1::1",
    "2002:7f00:1::",
    "2001:db8::1",
    "ff02::1",
    "no address",
  ])
    expect(isPublicAddress(address), address).toBe(false);
});

test("OWASP ASVS 1.3.6: a name that leads to this machine is refused where the connection looks it up", async () => {
  const found = await new Promise<Error | null>((resolve) =>
    publicLookup("localhost", { all: true }, (error) => resolve(error)),
  );
  expect(found).toBeInstanceOf(NotPublic);
});
