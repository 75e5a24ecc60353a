import { existsSync } from 'node:fs';
import { run } from './steps.ts';

/** True if this process may install packages: as root on Debian. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs packages. Returns what went wrong, or undefined. The package lists are refreshed when that fails. */
export async function install(packages: readonly string[]): Promise<string | undefined> {
  if ((await aptInstall(packages)) === undefined) return undefined;
  return installNewest(packages);
}

/** The same with fresh package lists: installed packages are upgraded to the newest build. */
export async function installNewest(packages: readonly string[]): Promise<string | undefined> {
  await run('apt-get', ['update'], { env: NO_QUESTIONS });
  return aptInstall(packages);
}

const NO_QUESTIONS = { DEBIAN_FRONTEND: 'noninteractive' };

async function aptInstall(packages: readonly string[]): Promise<string | undefined> {
  const options = ['install', '-y', '--no-install-recommends', ...packages];
  const { code, output } = await run('apt-get', options, { env: NO_QUESTIONS });
  return code === 0 ? undefined : output.split('\n').slice(-8).join('\n');
}
