import { Suspense, use } from "react";
import { expect, test } from "vitest";
import { type RenderOptions, renderToHtml } from "./render-to-html.ts";

const options = (changes: Partial<RenderOptions> = {}): RenderOptions => ({
  nonce: undefined,
  script: undefined,
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  onError: () => undefined,
  ...changes,
});

const never = new Promise<string>(() => undefined);
const Late = ({ text }: { text: Promise<string> }) => <p>{use(text)}</p>;

test("a document is rendered to its end, what was suspended in its place", async () => {
  const tree = (
    <main>
      <Suspense fallback="waiting">
        <Late text={Promise.resolve("here")} />
      </Suspense>
    </main>
  );
  const html = (await renderToHtml(tree, options())).toString();
  expect(html).toContain("<p>here</p>");
  expect(html).not.toContain("waiting");
});

test("a script stands at the end of the document, under its nonce", async () => {
  const tree = (
    <html lang="en">
      <body>
        <p>here</p>
      </body>
    </html>
  );
  const html = (await renderToHtml(tree, options({ nonce: "abc", script: "once()" }))).toString();
  expect(html).toMatch(/<p>here<\/p><script nonce="abc"[^>]*>once\(\)<\/script><\/body>/);
});

test("a visitor who leaves while the shell is rendered ends that rendering, and nothing else", async () => {
  const visit = new AbortController();
  const rendered = renderToHtml(<Late text={never} />, options({ signal: visit.signal }));
  visit.abort(new Error("the visitor has left"));
  await expect(rendered).rejects.toThrow("the visitor has left");
  await new Promise((resolve) => setImmediate(resolve));
});

test("a visitor who has left already is not rendered for", async () => {
  const rendered = renderToHtml(
    <Late text={never} />,
    options({ signal: AbortSignal.abort(new Error("gone")) }),
  );
  await expect(rendered).rejects.toThrow("gone");
});

test("a part that takes too long is left to the browser, and the rest is there", async () => {
  const errors: unknown[] = [];
  const tree = (
    <main>
      <h1>title</h1>
      <Suspense fallback={<i>waiting</i>}>
        <Late text={never} />
      </Suspense>
    </main>
  );
  const html = await renderToHtml(
    tree,
    options({ timeoutMs: 1, onError: (error) => void errors.push(error) }),
  );
  expect(html.toString()).toContain("<h1>title</h1>");
  expect(html.toString()).toContain("<i>waiting</i>");
  expect(errors).toHaveLength(1);
});

test("a shell that throws rejects, and the process goes on", async () => {
  const Broken = () => {
    throw new Error("broken");
  };
  await expect(renderToHtml(<Broken />, options())).rejects.toThrow("broken");
  await new Promise((resolve) => setImmediate(resolve));
});
