import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Env, parseEnv } from '../../server/settings/env.ts';
import { EnvSchema } from '../../server/settings/env-schema.ts';
import { openTestServer } from '../../server/tests/support/open-test-server.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Variables that a server reads, and one of the C library. */
const settings = [...Object.keys(EnvSchema.entries), 'MALLOC_ARENA_MAX'];
/** A stop that takes longer is given up by the server itself, in s. */
const stopTime = 10;

/** The variables of a line such as `A=1 B=2`. */
const assignments = (line = ''): Record<string, string> =>
  Object.fromEntries(line.split(/\s+/).map((word) => word.split(/=(.*)/s, 2)));

/** The arguments of an instruction of the Dockerfile, in its last stage. */
const instruction = (name: string) =>
  [...read('tools/deploy/Dockerfile').matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].at(-1)?.[1];
const imageVariables = assignments(instruction('ENV'));

describe('tools/deploy/compose.yaml', () => {
  const text = read('tools/deploy/compose.yaml');
  /** The variables of `.env`, with values from the examples. */
  const given: Record<string, string> = {
    PUBLIC_URL: 'https://race.example',
    POSTGRES_PASSWORD: 'letters1',
    SMTP_URL: 'smtps://user:secret@mail.example',
    MAIL_FROM: 'Pitboard <races@race.example>',
  };
  /** Fills in the variables of a value as Docker Compose does. @throws Error for one that is asked for and not set. */
  const fill = (value: string, values: Readonly<Record<string, string>>) =>
    value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, word = '') => {
      const value = values[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name}: ${word}`);
      return value === '' ? word : value;
    });
  const parseWith = (values: Readonly<Record<string, string>>) =>
    parse(text, (_, value) => (typeof value === 'string' ? fill(value, values) : value));
  const variablesWith = (values: Readonly<Record<string, string>>): Record<string, string> => ({
    ...imageVariables,
    ...parseWith(values).services.pitboard.environment,
  });
  const { services, volumes } = parseWith(given);
  const { pitboard, postgres, redis } = services;
  const variables = variablesWith(given);
  const env = (): Env => parseEnv(variables);

  test('sets settings that the server reads, with values that production accepts', () => {
    expect(Object.keys(variables).filter((name) => !settings.includes(name))).toEqual(['CONFIRM_EMAIL']);
    expect(env()).toMatchObject({
      isProduction: true,
      publicUrl: given['PUBLIC_URL'],
      host: '0.0.0.0',
      trustProxy: ['uniquelocal'],
      auth: { smtpUrl: given['SMTP_URL'], mailFrom: given['MAIL_FROM'] },
    });
  });

  test('asks for what its head says, and nothing else', () => {
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name).filter((name) => name !== 'CONFIRM_EMAIL');
    const named = /\.env sets ([^.]+)\./.exec(text)?.[1]?.match(/[A-Z_]{2,}/g) ?? [];
    expect([...new Set(asked)].sort()).toEqual(Object.keys(given).sort());
    expect(named.sort()).toEqual([...new Set(asked)].sort());
  });

  test('starts without a mail server once that is said, and refuses to without an address or a password', () => {
    const { PUBLIC_URL = '', POSTGRES_PASSWORD = '' } = given;
    const needed = { PUBLIC_URL, POSTGRES_PASSWORD };
    for (const off of ['SMTP_URL', 'CONFIRM_EMAIL'])
      expect(parseEnv(variablesWith({ ...needed, [off]: 'off' })).auth).toMatchObject({
        smtpUrl: null,
        confirmEmail: false,
        mailFrom: 'Pitboard <no-reply@race.example>',
      });
    expect(() => parseEnv(variablesWith(needed))).toThrow(
      'SMTP_URL must be set, to confirm e-mail addresses; or to off',
    );
    expect(() => parseWith({ PUBLIC_URL })).toThrow('POSTGRES_PASSWORD: a password of letters and digits');
    expect(() => parseWith({ POSTGRES_PASSWORD })).toThrow('PUBLIC_URL: the address that people use');
  });

  test('connects the services to each other', () => {
    const database = new URL(env().databaseUrl ?? '');
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = postgres.environment;
    expect([database.hostname, database.username, database.password, database.pathname]).toEqual([
      ...['postgres', POSTGRES_USER, POSTGRES_PASSWORD, `/${POSTGRES_DB}`],
    ]);
    expect(postgres.healthcheck.test).toEqual(['CMD-SHELL', `pg_isready -U ${POSTGRES_USER}`]);
    expect(new URL(env().redisUrl ?? '').hostname).toBe('redis');
    expect(Object.keys(pitboard.depends_on)).toEqual(['postgres', 'redis']);
    expect(redis.command).toEqual(['redis-server', '--save', '', '--appendonly', 'no']);
  });

  test('publishes the ports that the server listens on, on this machine only', () => {
    const { port, liveTcpPort } = env();
    expect(pitboard.ports).toEqual([port, liveTcpPort].map((number) => `127.0.0.1:${number}:${number}`));
    expect(Number(instruction('EXPOSE'))).toBe(port);
    expect([postgres.ports, redis.ports]).toEqual([undefined, undefined]);
  });

  test('keeps what the server and the database write, and leaves it time to stop', () => {
    expect(pitboard.volumes).toEqual([`data:${env().dataDir}`, `backups:${env().backups?.folder}`]);
    expect(instruction('VOLUME')).toBe(env().dataDir);
    expect(postgres.volumes).toEqual(['postgres:/var/lib/postgresql/data']);
    expect(Object.keys(volumes)).toEqual(['data', 'backups', 'postgres']);
    // A volume belongs to the owner of the folder that the image has in its place.
    expect(instruction('RUN')).toContain(`mkdir ${env().dataDir} ${env().backups?.folder} && chown node:node`);
    expect(Number.parseInt(pitboard.stop_grace_period, 10)).toBeGreaterThan(stopTime);
  });

  test('finds a server healthy while it is ready, and not when it refuses or is away', async () => {
    const [kind, program, ...parameters] = pitboard.healthcheck.test as string[];
    expect([kind, program]).toEqual(['CMD', 'node']);
    const check = (port: number) => {
      const words = parameters.map((word) => word.replace(`127.0.0.1:${env().port}/`, `127.0.0.1:${port}/`));
      expect(words).not.toEqual(parameters);
      return exitCodeOf(process.execPath, words);
    };
    const server = await openTestServer();
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const port = Number(new URL(origin).port);
    expect(await check(port)).toBe(0);
    await server.close();
    expect(await check(port)).toBe(1);
    const refusing = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    expect(await check((refusing.address() as AddressInfo).port)).toBe(1);
    refusing.close();
  });
});

describe('tools/deploy/pitboard.service', () => {
  const unit = read('tools/deploy/pitboard.service');
  const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);
  const variables = Object.assign({}, ...valuesOf('Environment').map(assignments));

  test('sets settings that the server reads, as the image does', () => {
    expect(Object.keys(variables).filter((name) => !settings.includes(name))).toEqual([]);
    const { HOST: _, ...ofImage } = imageVariables;
    expect(variables).toEqual({ ...ofImage, DATA_DIR: '/var/lib/pitboard' });
    expect(valuesOf('StateDirectory')).toEqual(['pitboard']);
  });

  test('starts a release as its user, and leaves it time to stop', () => {
    expect(valuesOf('ExecStart')).toEqual([`/usr/bin/node ${instruction('CMD')?.match(/\w+\.js/)}`]);
    expect(valuesOf('User')).toEqual(['pitboard']);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(stopTime);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  if (!hasSystemd) console.log('SKIPPED: the unit as systemd reads it (no systemd-analyze on this machine)');
  test.skipIf(!hasSystemd)('is understood by systemd, and as closed as docs/hosting.md says', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-unit-'));
    const file = join(folder, 'pitboard.service');
    try {
      // Node is at another place on some machines.
      writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
      const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      expect(stderr.split('\n').filter((line) => line.includes('pitboard.service'))).toEqual([]);
      const said = /`systemd-analyze security` says ([\d.]+) of 10/.exec(read('docs/hosting.md'))?.[1];
      const measured = execFileSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
      expect(/exposure level for pitboard\.service: ([\d.]+)/.exec(measured)?.[1]).toBe(said);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Runs a program; resolves to its exit code. This process answers it meanwhile. */
async function exitCodeOf(program: string, parameters: readonly string[]): Promise<number | null> {
  const child = spawn(program, parameters, { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code;
}
