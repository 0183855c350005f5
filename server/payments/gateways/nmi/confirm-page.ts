import { createHash } from "node:crypto";
import type { Language } from "#contract/common.ts";
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import { toDecimal } from "../../rules/prices.ts";
import type { WaitingSale } from "../gateway.ts";

const texts = {
  en: {
    title: "Confirm your payment",
    intro: "Your bank checks this payment. It may ask you for a code.",
    cancel: "Cancel and go back",
    noScript: "Your bank can only be asked with JavaScript. Nothing was charged.",
  },
  es: {
    title: "Confirma tu pago",
    intro: "Tu banco comprueba este pago. Puede pedirte un código.",
    cancel: "Cancelar y volver",
    noScript: "Solo se puede preguntar a tu banco con JavaScript. No se cobró nada.",
  },
} as const;

const style = `
:root{color-scheme:dark light;--bg:#0b0a10;--text:#f4f1fa;--dim:#b8b0c8;--control:#6b6380}
@media (prefers-color-scheme:light){:root{--bg:#f1eef6;--text:#1a1622;--dim:#4c4460;--control:#857c99}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--bg);color:var(--text);font:16px/1.45 Inter,ui-sans-serif,system-ui,sans-serif}
main{width:min(480px,100%);margin:0 auto}
h1{margin:12px 0 8px;font-size:22px;line-height:1.2}
p{margin:0 0 16px;color:var(--dim)}
.sum{color:var(--text);font-size:20px;font-weight:700}
#bank{min-height:420px}
#bank iframe{width:100%;min-height:420px;border:0}
button{font:inherit;font-weight:600;width:100%;min-height:48px;border-radius:12px;border:1px solid var(--control);background:transparent;color:var(--text);cursor:pointer}
:focus-visible{outline:2px solid #ff5c93;outline-offset:2px}
`;

/** Asks the bank through Gateway.js and sends once what came of it. A script that never arrives leaves the way back. */
const script = `"use strict";
const form = document.querySelector("form");
const { key, vault, amount, currency } = form.dataset;
let isSent = false;
const send = (result, proof) => {
  if (isSent) return;
  isSent = true;
  for (const [name, value] of Object.entries({ result, ...proof })) {
    if (value === undefined || value === null) continue;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  form.submit();
};
form.addEventListener("submit", (event) => { event.preventDefault(); send("cancelled", {}); });
try {
  const gateway = Gateway.create(key);
  gateway.on("error", () => send("failed", {}));
  const bank = gateway.get3DSecure().createUI({ customerVaultId: vault, currency, amount });
  bank.on("complete", (proof) => send("confirmed", {
    cavv: proof.cavv, xid: proof.xid, eci: proof.eci, cardholder_auth: proof.cardHolderAuth,
    three_ds_version: proof.threeDsVersion, directory_server_id: proof.directoryServerId,
  }));
  bank.on("failure", () => send("failed", {}));
  bank.start("#bank");
} catch { send("failed", {}); }
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export type ConfirmPage = {
  /** Address of Gateway.js, and the public key for it. */
  script: string;
  checkoutKey: string;
  customerVaultId: string;
  sale: WaitingSale;
  language: Language;
};

/** The document in which Gateway.js asks the payer's bank, and its policy: that script, and frames of any bank. */
export function confirmPage({ script: library, checkoutKey, customerVaultId, sale, language }: ConfirmPage) {
  const words = texts[language];
  const { origin } = new URL(library);
  const amount = toDecimal(sale.amountCents);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} ${origin}`,
    "style-src 'unsafe-inline'",
    `connect-src ${origin}`,
    `frame-src ${origin} https:`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title}</title>
<style>${style}</style>
</head>
<body>
<main>
  <h1>${words.title}</h1>
  <p>${words.intro}</p>
  <p class="sum">$${amount} ${escapeHtml(sale.currency)}</p>
  <div id="bank"></div>
  <form method="post" data-key="${escapeHtml(checkoutKey)}" data-vault="${escapeHtml(customerVaultId)}" data-amount="${amount}" data-currency="${escapeHtml(sale.currency)}">
    <noscript><p>${words.noScript}</p><input type="hidden" name="result" value="cancelled"></noscript>
    <button>${words.cancel}</button>
  </form>
</main>
<script src="${escapeHtml(library)}"></script>
<script>${script}</script>
</body>
</html>`;
  return { html, policy };
}
