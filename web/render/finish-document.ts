import { beginScripts, type LateScripts } from "./begin-scripts.ts";

const PATIENCE_MS = 2_500;
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const MAIN = /<script nonce="([^"]*)" type="module" async="">([\s\S]*?)<\/script>/;

/** Adds what the page's loaders found, in the router's own encoding, as the last script of the document. */
export function withData(html: string, data: string, nonce: string): string {
  const allowed = nonce === "" ? "" : ` nonce="${nonce}"`;
  const hand = `const to=window.__reactRouterContext.streamController;to.enqueue(${quoted(data)});to.close()`;
  const end = html.lastIndexOf("</body>");
  return `${html.slice(0, end)}<script${allowed}>{${hand}}</script>${html.slice(end)}`;
}

/**
 * Lowers the priority of the scripts that a document preloads: at normal priority they compete with the first pictures
 * and delay the largest paint by about 0.3 s on a slow phone.
 */
export function withLowPriorityScripts(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** Lets the scripts of a document wait until its first pictures are painted; see `beginScripts`. */
export function withLateScripts(html: string): string {
  const modules = [...html.matchAll(PRELOAD)].map((match) => match[1] ?? "");
  return html
    .replaceAll(PRELOAD, "")
    .replace(MAIN, (_whole, nonce: string, main: string) =>
      starter(nonce, { modules, main, patienceMs: PATIENCE_MS }),
    );
}

const starter = (nonce: string, scripts: LateScripts) =>
  `<script nonce="${nonce}">(${BEGIN})(${forScript(JSON.stringify(scripts))})</script>`;

const BEGIN = beginScripts.toString().replaceAll(/\n\s*/g, "\n");

/** A string literal in single quotes: what it holds is JSON, whose double quotes stay as they are. */
const quoted = (text: string) =>
  `'${forScript(text.replaceAll(/[\\'\n\r\u2028\u2029]/g, (found) => ESCAPED[found] ?? ""))}'`;

const ESCAPED: Record<string, string> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Nothing inside a script may look like its end. */
const forScript = (text: string) => text.replaceAll("<", "\\u003c");
