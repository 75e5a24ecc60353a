import { existsSync } from 'node:fs';
import { run } from './steps.ts';

/** True where packages can be installed by hand of nobody: root on a Debian. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs packages; gives what went wrong, or undefined. A list of packages that is too old is fetched anew. */
export async function install(packages: readonly string[]): Promise<string | undefined> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['install', '-y', '--no-install-recommends', ...packages];
  const first = await run('apt-get', options, { env });
  if (first.code === 0) return undefined;
  await run('apt-get', ['update'], { env });
  const second = await run('apt-get', options, { env });
  return second.code === 0 ? undefined : second.output.split('\n').slice(-8).join('\n');
}
