import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../postgres.ts';
import { findBlocks } from '../readme/blocks.ts';
import { LeagueMembers } from './league-members.ts';
import { PrivateFolders } from './private-folders.ts';

const root = join(import.meta.dirname, '../..');
/** A commit whose release runs as another user than the one that built it, with four migrations less. */
const firstRelease = '0250927';
/** OLD and NEW of the documentation. */
const [older, newer] = ['0.1.0', '1.0.0'];
const hasHistory = spawnSync('git', ['cat-file', '-e', `${firstRelease}^{commit}`], { cwd: root }).status === 0;
const runs = process.env.PITBOARD_LONG === '1' && hasHistory && PrivateFolders.isPossible;
if (!runs)
  console.log('SKIPPED: updating a release and going back (PITBOARD_LONG=1, root on Linux, and the history of git)');

/** The lines of the one block of docs/hosting.md that has a text. */
function linesOf(part: string): string {
  const found = findBlocks(root).filter(
    ({ place, text }) => place.startsWith('docs/hosting.md') && text.includes(part),
  );
  expect(found.map(({ place }) => place)).toHaveLength(1);
  return found[0]?.text ?? '';
}

/** Makes a release of a folder with sources. */
function makeRelease(source: string, folder: string, name: string): void {
  const made = join(folder, `made ${name}`);
  execFileSync('npm', ['run', 'release', '--', made], { cwd: source, stdio: 'ignore' });
  const [tarball = ''] = readdirSync(made).filter((file) => file.endsWith('.tar.gz'));
  copyFileSync(join(made, tarball), join(folder, name));
}

async function ready(origin: string): Promise<void> {
  while (
    !(await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(100);
}

describe.skipIf(!runs)('a release with data is updated and taken back by the commands of docs/hosting.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-update-'));
  let machine: PrivateFolders;
  let origin = '';
  const settings = () => linesOf('. /etc/pitboard.env');
  const run = (lines: string) => machine.run(`${settings()}\nOLD=${older}\nNEW=${newer}\n${lines}`, '/opt');

  beforeAll(async () => {
    const source = join(folder, 'first');
    mkdirSync(source);
    execFileSync('sh', ['-c', `git archive ${firstRelease} | tar x -C "$0"`, source], { cwd: root });
    symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
    makeRelease(source, folder, `pitboard-${older}.tar.gz`);
    makeRelease(root, folder, `pitboard-${newer}.tar.gz`);
    machine = await PrivateFolders.open();
    for (const name of [`pitboard-${older}.tar.gz`, `pitboard-${newer}.tar.gz`])
      copyFileSync(join(folder, name), machine.path(join('/opt', name)));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const lines = [`PORT=${port}`, `PUBLIC_URL=${origin}`, 'CONFIRM_EMAIL=off', 'LIVE_TCP_PORT=0', 'TRUST_PROXY=on'];
    writeFileSync(machine.path('/etc/pitboard.env'), [...lines, "OPERATOR_NAME='Race Control'", ''].join('\n'));
  }, 1_200_000);

  afterAll(async () => {
    machine?.run('systemctl stop pitboard', folder);
    await machine?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const addMembers = async () => {
    const members = new LeagueMembers({
      origins: [origin],
      dataDir: machine.path('/var/lib/pitboard'),
      publicUrl: origin,
      members: 2,
      pause: 200,
      hasLongRaces: false,
    });
    await members.join();
    await members.work(performance.now() + 2_000);
    return members;
  };
  const problemsOf = async (members: LeagueMembers) => {
    await members.verify();
    expect(members.writes).toBeGreaterThan(6);
    return [...members.faults, ...members.stale, ...members.lost];
  };
  /** The status of a call that the older release lacks. */
  const statusOfTokens = async () => (await fetch(`${origin}/api/Account/tokens`)).status;
  const runningRelease = () => machine.run('readlink /opt/pitboard', folder).trim();

  test('what was stored is there after the update, and after going back', async () => {
    machine.run(`NEW=${older}\n${linesOf('useradd')}`, '/opt');
    await ready(origin);
    const before = await addMembers();
    expect(await problemsOf(before)).toEqual([]);

    const update = linesOf('before-$NEW.tar\nmkdir');
    expect(update.split('\n')).toHaveLength(3);
    run(update);
    await ready(origin);
    expect(runningRelease()).toBe(`/opt/pitboard-${newer}`);
    expect(await statusOfTokens()).toBe(401);
    expect(await problemsOf(before)).toEqual([]);
    const since = await addMembers();
    expect(await problemsOf(since)).toEqual([]);

    const back = linesOf('restore.js');
    expect(back.split('\n')).toHaveLength(3);
    run(back);
    await ready(origin);
    expect(runningRelease()).toBe(`/opt/pitboard-${older}`);
    expect(await statusOfTokens()).toBe(404);
    expect(await problemsOf(before)).toEqual([]);
    // Data stored by the newer release is in the folder that was moved away.
    await since.verify();
    expect(since.lost.length).toBeGreaterThan(0);
    expect(readdirSync(machine.path('/var/lib')).sort()).toContain(`pitboard-${newer}`);
  }, 600_000);
});
