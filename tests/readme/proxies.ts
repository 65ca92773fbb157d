import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { Certificate } from './hosts.ts';

/** A proxy that runs. */
export interface RunningProxy {
  /** The certificate that its visitors must trust. */
  readonly ca: Buffer;
  readonly stop: () => Promise<void>;
}

type StartProxy = (block: string, folder: string, certificate: Certificate, port?: number) => Promise<RunningProxy>;

/** The path of a program; null where it is not installed. */
export function findProgram(name: string): string | null {
  const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(':')];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Runs nginx with a block of its configuration as it stands, but for the files of the certificate, which are another host's. */
export const startNginx: StartProxy = async (block, folder, { certificateFile, keyFile }, port = 443) => {
  const site = block
    .replace(/^(\s*ssl_certificate) \S+;$/m, `$1 ${certificateFile};`)
    .replace(/^(\s*ssl_certificate_key) \S+;$/m, `$1 ${keyFile};`);
  const bodies = join(folder, 'bodies');
  mkdirSync(bodies);
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(join(folder, 'site.conf'), site);
  const lines = [
    'daemon off;',
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr;',
    'events {}',
    'http {',
    'access_log off;',
    `client_body_temp_path ${bodies};`,
    `include ${join(folder, 'site.conf')};`,
    '}',
  ];
  writeFileSync(configuration, lines.join('\n'));
  const program = findProgram('nginx') ?? 'nginx';
  execFileSync(program, ['-t', '-q', '-e', 'stderr', '-c', configuration]);
  const stop = await runProxy(program, ['-e', 'stderr', '-c', configuration], {}, port);
  return { ca: readFileSync(certificateFile), stop };
};

/** Runs Caddy with a block of its configuration as it stands. Its own authority signs, as it can ask no other one here. */
export const startCaddy: StartProxy = async (block, folder) => {
  const configuration = join(folder, 'Caddyfile');
  writeFileSync(configuration, `{\nadmin off\nlocal_certs\nskip_install_trust\n}\n${block}\n`);
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const parameters = ['run', '--adapter', 'caddyfile', '--config', configuration];
  const stop = await runProxy(findProgram('caddy') ?? 'caddy', parameters, home);
  return { ca: readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt')), stop };
};

/** Starts a program; resolves when it takes connections for race.example to a function that stops it. */
async function runProxy(program: string, parameters: readonly string[], env: Record<string, string>, port = 443) {
  const child = spawn(program, parameters, { env: { PATH: process.env.PATH, ...env } });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = performance.now() + 20_000;
  while (!(await takesConnections(port))) {
    if (isOver(child) || performance.now() > end) {
      child.kill();
      throw new Error(`${program} did not start:\n${log}`);
    }
  }
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Whether there is a certificate, too: Caddy listens before it has made one. */
function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const name = { servername: 'race.example', rejectUnauthorized: false };
    const socket = connect(port, '127.0.0.1', name, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setTimeout(() => resolve(false), 50));
  });
}
