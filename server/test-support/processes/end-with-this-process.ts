import { spawn } from 'node:child_process';

/**
 * A killed test run cleans up nothing: a shell that waits for the end of its input then stops the PostgreSQL of the
 * folder and removes both.
 */
export function endWithThisProcess(data: string): void {
  if (process.platform === 'win32') return;
  const script =
    'cat >/dev/null; f="$1/data/postmaster.pid"; [ -f "$f" ] && kill -QUIT "$(head -n 1 "$f")" && sleep 1; rm -rf "$1"';
  const guard = spawn('sh', ['-c', script, 'guard', data], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
}
