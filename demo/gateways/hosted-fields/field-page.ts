import { createHash } from "node:crypto";
import { escapeHtml } from "../../provider-pages/provider-page.ts";

export type FieldName = "ccnumber" | "ccexp" | "cvv";

const autocomplete = { ccnumber: "cc-number", ccexp: "cc-exp", cvv: "cc-csc" } as const;

const style = `html,body{margin:0;height:100%;background:transparent}
input{box-sizing:border-box;width:100%;height:100%;border:0;outline:0;background:transparent;padding:0;font:16px Inter,ui-sans-serif,system-ui,sans-serif;color:inherit}
input::placeholder{color:inherit;opacity:.55}`;

/** Runs in the frame of one field. The frame of the number asks its siblings, which have its origin, for the rest. */
const script = `"use strict";
const input = document.querySelector("input");
const { name, set, key } = input.dataset;
const post = (message) => parent.postMessage({ collect: set, field: name, ...message }, "*");
try {
  const css = JSON.parse(input.dataset.css);
  for (const [property, value] of Object.entries(css)) input.style.setProperty(property, String(value));
} catch {}
const luhn = (digits) => [...digits].reverse().reduce((sum, d, i) => sum + (i % 2 ? [0,2,4,6,8,1,3,5,7,9][d] : Number(d)), 0) % 10 === 0;
const digits = () => input.value.replace(/\\D/g, "");
const isOpen = () => { const at = /^(0[1-9]|1[0-2])\\s*\\/?\\s*(\\d{2})$/.exec(input.value.trim()); return at !== null && Date.UTC(2000 + Number(at[2]), Number(at[1]), 1) > Date.now(); };
const valid = { ccnumber: () => digits().length >= 13 && digits().length <= 19 && luhn(digits()), ccexp: isOpen, cvv: () => /^\\d{3,4}$/.test(input.value) }[name];
const validate = () => post({ kind: "validated", valid: valid(), message: input.value === "" ? "Field is empty" : valid() ? "Success" : "Field is invalid" });
input.addEventListener("input", () => {
  if (name === "ccnumber") { const at = input.selectionStart === input.value.length; const grouped = digits().slice(0, 19).replace(/(.{4})(?=.)/g, "$1 "); if (at) input.value = grouped; }
  if (name === "ccexp") { const typed = digits().slice(0, 4); if (input.selectionStart === input.value.length) input.value = typed.length > 2 ? typed.slice(0, 2) + "/" + typed.slice(2) : typed; }
  if (valid()) validate();
});
input.addEventListener("blur", validate);
addEventListener("message", async ({ source, data }) => {
  if (source !== parent || !data || data.collect !== set || data.kind !== "submit" || name !== "ccnumber") return;
  const values = { ccnumber: digits(), key };
  for (let i = 0; i < parent.frames.length; i++) {
    try {
      const other = parent.frames[i].document.querySelector("input[data-set='" + set + "']");
      if (other && other !== input) values[other.dataset.name] = other.value;
    } catch {}
  }
  try {
    const answer = await fetch("create", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(values) });
    if (!answer.ok) throw new Error(String(answer.status));
    post({ kind: "token", ...(await answer.json()) });
  } catch { post({ kind: "failed" }); }
});
post({ kind: "ready" });
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The policy of a field's page: its own script and style, calls to its own server, shown by anybody's checkout. */
export const fieldPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

/** The page of one field, which fills its frame. */
export function fieldPage(field: {
  name: FieldName;
  title: string;
  placeholder: string;
  set: string;
  key: string;
  language: string;
  css: string;
}): string {
  const { name, title, placeholder, set, key, language, css } = field;
  const mark = (text: string) => escapeHtml(text);
  return `<!doctype html>
<html lang="${mark(language)}">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>${mark(title)}</title><style>${style}</style></head>
<body><input type="${name === "cvv" ? "password" : "text"}" aria-label="${mark(title)}" placeholder="${mark(placeholder)}" inputmode="numeric" autocomplete="${autocomplete[name]}" maxlength="24" data-name="${name}" data-set="${mark(set)}" data-key="${mark(key)}" data-css="${mark(css)}">
<script>${script}</script></body>
</html>`;
}
