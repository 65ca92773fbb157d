import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Terminal, type User } from './terminal.ts';

const root = join(import.meta.dirname, '../..');

/** `npm ci` does all that it does before it downloads: it compares package.json, the lock file and the version of Node. */
const npm = `#!/bin/sh
if [ "$1" = ci ]; then exec NPM ci --dry-run --offline --no-audit --no-fund; fi
exec NPM "$@"
`;

interface CloneOptions {
  /** The clone's owner, who runs its commands; default the user of these tests. */
  readonly user?: User;
  /** A clone that has been built: a build of the same sources is not made again. */
  readonly builtBy?: Clone;
}

/** A fresh clone of this repository, with the changes that are not committed yet, in a folder with a space in its name. */
export class Clone {
  readonly folder: string;
  readonly terminal: Terminal;
  readonly #parent = mkdtempSync(join(tmpdir(), 'pitboard-readme-'));

  constructor({ user, builtBy }: CloneOptions) {
    chmodSync(this.#parent, 0o755);
    this.folder = join(this.#parent, 'my pitboard');
    const [programs, home] = ['programs', 'home'].map((name) => this.#create(name)) as [string, string];
    writeFileSync(join(programs, 'npm'), npm.replaceAll('NPM', `"${findNpm()}"`), { mode: 0o755 });
    execFileSync('git', ['clone', '--quiet', root, this.folder]);
    this.#copyChanges();
    linkModules(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    for (const build of builtBy === undefined ? [] : ['dist', 'dist-server'])
      cpSync(join(builtBy?.folder ?? '', build), join(this.folder, build), { recursive: true });
    if (user !== undefined) giveFolders(this.#parent, user);
    this.terminal = new Terminal({ folder: this.folder, home, programs, ...(user === undefined ? {} : { user }) });
  }

  async remove(): Promise<void> {
    await this.terminal.close();
    rmSync(this.#parent, { recursive: true, force: true });
  }

  #create(name: string): string {
    const folder = join(this.#parent, name);
    mkdirSync(folder);
    return folder;
  }

  #copyChanges(): void {
    const list = (...parameters: string[]) =>
      execFileSync('git', [...parameters, '-z'], { cwd: root, encoding: 'utf8' })
        .split('\0')
        .filter(Boolean);
    const changed = [...list('diff', '--name-only', 'HEAD'), ...list('ls-files', '--others', '--exclude-standard')];
    for (const file of changed) {
      const [from, to] = [join(root, file), join(this.folder, file)];
      if (!existsSync(from)) rmSync(to, { force: true });
      else {
        mkdirSync(dirname(to), { recursive: true });
        cpSync(from, to);
      }
    }
  }
}

function findNpm(): string {
  return execFileSync('/bin/sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
}

/**
 * Hard links: another file system gets copies. The folders are new ones, in which the clone may write. Vite's files
 * beside the modules are not in a fresh clone, and other tests write them meanwhile.
 */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  const modules = readdirSync(from).filter((name) => !name.startsWith('.vite'));
  const copy = (flags: string) => ['cp', [flags, '-t', to, '--', ...modules.map((name) => join(from, name))]] as const;
  if (spawnSync(...copy('-al'), { stdio: 'ignore' }).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  execFileSync(...copy('-a'));
}

/** Gives all but the linked files, which are those of this repository, to a user. */
function giveFolders(parent: string, { uid, gid }: User): void {
  chownSync(parent, uid, gid);
  const owner = `${uid}:${gid}`;
  execFileSync('find', [parent, '(', '-type', 'd', '-o', '-links', '1', ')', '-exec', 'chown', '-h', owner, '{}', '+']);
}
