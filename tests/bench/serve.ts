import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves a folder on a local port. */
export async function serve(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = join(folder, request.url === '/' ? 'index.html' : String(request.url));
    try {
      const bytes = readFileSync(path);
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}
