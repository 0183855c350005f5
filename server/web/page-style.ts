import { siteAccents } from "#server/kit/site-accents.ts";

/** Styles of standalone pages: the site's colours, in both themes, without its style sheet. */
export function pageStyle(): string {
  const { dark, light } = siteAccents();
  return `
:root{color-scheme:dark;--bg:#0B0A10;--card:#1B1824;--field:#252131;--line:#6B6380;--text:#F4F1FA;--dim:#B8B0C8;--accent:${dark.accent};--fill:${dark.fill};--error:#FF6B78;--soft:#FF6B781A}
[data-theme=light]{color-scheme:light;--bg:#F8F6FB;--card:#FFF;--field:#FFF;--line:#857C99;--text:#1A1622;--dim:#4C4460;--accent:${light.accent};--fill:${light.fill};--error:#B8152A;--soft:#B8152A12}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 12px;background:var(--bg);color:var(--text);font:16px/1.45 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:420px;padding:24px;border-radius:16px;background:var(--card)}
.home{display:inline-flex;align-items:center;gap:10px;color:var(--text);font-size:21px;font-weight:700;letter-spacing:-.035em;text-decoration:none}
h1{margin:20px 0 0;font-size:28px;line-height:1.2}
form{display:grid;margin-top:20px}
label{margin:8px 0 6px;color:var(--dim);font-size:14px;font-weight:550}
input{min-height:48px;padding:0 14px;border:1px solid var(--line);border-radius:12px;background:var(--field);color:var(--text);font:inherit}
button,.button{display:grid;place-items:center;min-height:48px;margin-top:20px;border:0;border-radius:12px;background:var(--fill);color:#FFF;font:inherit;font-weight:650;text-decoration:none;cursor:pointer}
.button{color:#FFF}
a{color:var(--accent)}
#problem{margin:16px 0 0;padding:12px 14px;border-radius:12px;background:var(--soft);color:var(--error)}
.ways{display:grid;gap:12px;margin:20px 0 0;color:var(--dim)}
.ways a{display:inline-block;min-height:24px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;
}
