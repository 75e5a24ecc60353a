import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../tools/steps.ts';

/** The sources as they are in git, with what is changed, and without what an installation or a build adds. */
export function copySources(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    // Deleted, and still in the index.
    if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(to, file));
  }
}
