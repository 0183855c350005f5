import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

export type RenderOptions = {
  nonce: string | undefined;
  /** What is not drawn after this time, in milliseconds, is given up. */
  timeoutMs: number;
  /** Ends the rendering early: the visitor has left. */
  signal: AbortSignal;
  /** Called with every error inside the tree. */
  onError(error: unknown): void;
};

/**
 * Renders a document to its end. No loader hands over a promise, so no part comes later than the others: one piece is
 * cheaper than the many small ones of a stream, and compresses better. Rejects when not even the frame can be drawn.
 */
export function wholeHtml(tree: ReactNode, options: RenderOptions): Promise<string> {
  const { nonce, timeoutMs, signal, onError } = options;
  return new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(tree, {
      nonce,
      // No part is so large that it would be sent after the others and moved to its place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        settle();
        pipe(collector(resolve));
      },
      onShellError(error) {
        settle();
        reject(error);
      },
      onError,
    });
    const leave = () => abort(signal.reason);
    const timer = setTimeout(() => abort(new Error("rendering took too long")), timeoutMs);
    signal.addEventListener("abort", leave, { once: true });
    // Without this every finished render would stay in memory until its timer fires.
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    };
  });
}

function collector(done: (html: string) => void): Writable {
  const pieces: Uint8Array[] = [];
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece);
      next();
    },
    final(next) {
      done(Buffer.concat(pieces).toString());
      next();
    },
  });
}
