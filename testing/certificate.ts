import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";

/** Files in PEM. */
export type Certificate = { certificate: string; key: string };

/** A certificate of `localhost` and 127.0.0.1 that has signed itself, and its key. */
export function makeCertificate(folder: string): Certificate {
  const [certificate, key] = [path.join(folder, "certificate.pem"), path.join(folder, "key.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", ...kind, ...names, "-keyout", key, "-out", certificate], {
    stdio: "ignore",
  });
  return { certificate, key };
}

/** Lets what this process connects to show the certificate, until the test that runs has finished. */
export function trust({ certificate }: Certificate): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, readFileSync(certificate, "utf8")]);
  onTestFinished(() => setDefaultCACertificates(before));
}
