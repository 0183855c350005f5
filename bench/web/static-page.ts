import { createServer } from "node:http";
import { gzip } from "node:zlib";

/**
 * A floor for pages: a bare HTTP server that compresses one finished document for each request and sends it. The
 * document comes on standard input; the port goes to standard output.
 */
const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const html = Buffer.concat(pieces);

const server = createServer((_request, response) => {
  gzip(html, { level: 3 }, (_error, body) => {
    response.setHeader("content-type", "text/html; charset=utf-8").setHeader("content-encoding", "gzip");
    response.end(body);
  });
});
server.listen(0, () => console.log((server.address() as { port: number }).port));
