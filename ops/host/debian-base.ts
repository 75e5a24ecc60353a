import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { give, giveNow, whyNoHost } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The root of an empty Debian 12, as debootstrap makes it. It is copied, not changed. */
    debianBase: string;
  }
}

const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
/** Folders that Debian's image for containers has empty as well. */
const LEFT_OUT = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/lib/apt/lists', 'var/log', 'debootstrap'];

let folder: string | undefined;

/** Makes the root once for all files of the project. */
export async function setup(project: TestProject): Promise<void> {
  const base = mkdtempSync(path.join(tmpdir(), 'wattle-base-'));
  folder = base;
  chmodSync(base, 0o755);
  if (whyNoHost() === undefined) await make(base);
  project.provide('debianBase', base);
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

async function make(base: string): Promise<void> {
  await give('debootstrap', '--variant=minbase', SUITE, base, MIRROR);
  giveNow('chroot', base, 'apt-get', 'clean');
  for (const name of LEFT_OUT) {
    const left = path.join(base, name);
    for (const inside of existsSync(left) ? readdirSync(left) : [])
      rmSync(path.join(left, inside), { recursive: true, force: true });
  }
  const lists = [SUITE, `${SUITE}-updates`].map((suite) => `deb ${MIRROR} ${suite} main\n`);
  writeFileSync(path.join(base, 'etc/apt/sources.list'), lists.join(''));
}

/** Lets npm in a root reach its registry as npm on this machine does. */
export function tellNpm(root: string, settings: string): void {
  const cafile = giveNow('npm', 'config', 'get', 'cafile');
  const registry = giveNow('npm', 'config', 'get', 'registry');
  const isOwn = cafile !== 'null' && cafile !== 'undefined' && existsSync(cafile);
  const trusted = '/etc/ssl/wattle-test-packages.crt';
  const file = path.join(root, settings);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `registry=${registry}\n${isOwn ? `cafile=${trusted}\n` : ''}`);
  if (!isOwn) return;
  mkdirSync(path.join(root, 'etc/ssl'), { recursive: true });
  cpSync(cafile, path.join(root, trusted));
}
