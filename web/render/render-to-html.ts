import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

export type RenderOptions = {
  nonce: string | undefined;
  /** Stands at the end of the document, and runs there. */
  script: string | undefined;
  /** A part that is not rendered after this time, in milliseconds, is left to the browser. */
  timeoutMs: number;
  /** Ends the rendering early: the visitor has left. */
  signal: AbortSignal;
  /** Called with every error inside the tree. */
  onError(error: unknown): void;
};

/**
 * Renders a document to its end, every Suspense boundary in its place: such a document can be read without JavaScript,
 * while parts that arrive later are moved to their place by a script. Rejects when not even the shell can be rendered.
 */
export function renderToHtml(tree: ReactNode, options: RenderOptions): Promise<Buffer> {
  const { nonce, script, timeoutMs, signal, onError } = options;
  return new Promise<Buffer>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(tree, {
      nonce,
      bootstrapScriptContent: script,
      // Nothing is so large that it is sent after the rest.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        settle();
        pipe(collect(resolve, reject));
      },
      onShellError(error) {
        settle();
        reject(error);
      },
      onError,
    });
    const leave = () => abort(signal.reason);
    const timer = setTimeout(() => abort(new Error("rendering took too long")), timeoutMs);
    // Without this every finished rendering would stay in memory until its timer fires.
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}

/** React destroys the stream when a document cannot be finished; without a listener that would end the process. */
function collect(done: (html: Buffer) => void, failed: (error: unknown) => void): Writable {
  const pieces: Uint8Array[] = [];
  const stream = new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece);
      next();
    },
    final(next) {
      done(Buffer.concat(pieces));
      next();
    },
  });
  return stream.on("error", failed);
}
