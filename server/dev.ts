import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

// The API restarts by itself when its files change; pages come from vite, which asks the API behind it.
const apiPort = '8081';
const root = join(import.meta.dirname, '..');
const env = { ...process.env, PORT: apiPort, PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:8080' };
const api = spawn(join(root, 'node_modules/.bin/tsx'), ['watch', 'server/main.ts'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
api.once('exit', (code) => process.exit(code ?? 0));

const target = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({
  root,
  server: { port: Number(process.env.PORT ?? 8080), strictPort: true, proxy: { '/api': target, '/auth': target } },
});
await vite.listen();
vite.printUrls();
