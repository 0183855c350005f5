import { execFileSync } from "node:child_process";
import path from "node:path";

/** Files in PEM. */
export type Certificates = {
  /** The certificate of an authority that nobody trusts yet. */
  authority: string;
  /** The certificate of `localhost` that it has signed, and its key. */
  certificate: string;
  key: string;
};

/** Makes an authority and, signed by it, a server's certificate. Firefox takes no certificate that is both at once. */
export function makeCertificates(folder: string): Certificates {
  const at = (name: string) => path.join(folder, name);
  const [authority, authorityKey] = [at("authority.pem"), at("authority-key.pem")];
  const [certificate, key] = [at("certificate.pem"), at("key.pem")];
  make(["-subj", "/CN=authority of the tests", "-keyout", authorityKey, "-out", authority]);
  make([
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
    ...["-addext", "basicConstraints=critical,CA:FALSE"],
    ...["-CA", authority, "-CAkey", authorityKey, "-keyout", key, "-out", certificate],
  ]);
  return { authority, certificate, key };
}

function make(what: readonly string[]): void {
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", ...kind, ...what], { stdio: "ignore" });
}
