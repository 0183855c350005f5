/** The look of the outbox page: list beside the open mail, one above the other on phones. */
export const outboxStyle = `
:root{color-scheme:dark light;--bg:#0b0a10;--card:#1b1824;--line:#2a2637;--text:#f4f1fa;--dim:#b8b0c8;--accent:#ff5c93}
@media (prefers-color-scheme:light){:root{--bg:#f8f6fb;--card:#fff;--line:#e4dfec;--text:#1a1622;--dim:#4c4460;--accent:#c2185b}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.45 Inter,ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif}
header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;padding:16px}
h1,h2{margin:0;font-size:20px;line-height:1.2;overflow-wrap:anywhere}
p{margin:0;color:var(--dim)}
header p{flex:1 1 200px}
a{color:var(--accent)}
.reload{padding:10px 0;font-weight:600}
main{display:grid;gap:16px;padding:0 16px 16px}
nav,section{min-width:0;background:var(--card);border:1px solid var(--line);border-radius:16px}
ol{list-style:none;margin:0;padding:0;max-height:40vh;overflow-y:auto}
li+li{border-top:1px solid var(--line)}
li a{display:grid;gap:2px;padding:12px 16px;color:inherit;text-decoration:none}
li a:hover{background:var(--bg)}
li a[aria-current]{box-shadow:inset 3px 0 var(--accent)}
li span,li time,.facts{color:var(--dim);font-size:14px;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
section{padding:16px;display:grid;gap:12px;align-content:start}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:12px;background:#fff}
summary{cursor:pointer;padding:8px 0}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px}
.empty{padding:16px}
@media (min-width:992px){main{grid-template-columns:360px minmax(0,1fr)}ol{max-height:calc(100vh - 100px)}}
`;
