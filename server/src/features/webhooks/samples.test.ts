import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { IS_FULL } from '../../../test-support/sampled.ts';
import { signWebhook, webhookKey } from '../../outside/standard-webhooks.ts';
import { exampleOf } from '../webhook-events/public.ts';

const page = readFileSync(new URL('../../../../docs/integrate/webhooks.md', import.meta.url), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'wattle-webhook-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program of the page by the language of its block, the file that it is written to, and how it is run. */
const PROGRAMS = [
  { language: 'js', file: 'verify.mjs', run: [process.execPath], version: [process.execPath, '--version'] },
  { language: 'python', file: 'verify.py', run: ['/usr/bin/python3'], version: ['/usr/bin/python3', '--version'] },
  { language: 'php', file: 'verify.php', run: ['php'], version: ['php', '--version'] },
  { language: 'ruby', file: 'verify.rb', run: ['ruby'], version: ['ruby', '--version'] },
  { language: 'go', file: 'verify.go', run: ['go', 'run'], version: ['go', 'version'] },
  { language: 'java', file: 'Verify.java', run: ['java'], version: ['javac', '--version'] },
] as const;

const isInstalled = ([program, ...argv]: readonly [string, ...string[]]) => spawnSync(program, argv).status === 0;

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const BODY = exampleOf('transaction.posted');

type Given = {
  readonly secret: string;
  readonly secrets: readonly string[];
  readonly body?: string;
  readonly atMs?: number;
  /** Signed before it by another secret, as while one is replaced. */
  readonly beside?: string;
};

/** Output of a program for a delivery that was signed with one secret, where it knows some. */
function say(run: readonly string[], file: string, given: Given): string {
  const { secret, secrets, body = BODY, atMs = Date.now(), beside } = given;
  const signed = (by: string) => signWebhook(webhookKey(by) ?? Buffer.alloc(0), 'evt_1204', atMs, BODY);
  const headers = signed(secret);
  const signatures = [...(beside === undefined ? [] : [signed(beside)]), headers].map(
    (one) => one['webhook-signature'],
  );
  const [program = '', ...argv] = run;
  const { status, stdout } = spawnSync(
    program,
    [...argv, path.join(folder, file), 'evt_1204', headers['webhook-timestamp'], signatures.join(' ')],
    { input: body, encoding: 'utf8', env: { ...process.env, WEBHOOK_SECRETS: secrets.join(' '), GOFLAGS: '-mod=mod' } },
  );
  return status === 0 ? stdout.trim() : 'refused';
}

describe.each(PROGRAMS)('the program of the page in $language', ({ language, file, run, version }) => {
  const [, program = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\n\`\`\``).exec(page) ?? [];
  writeFileSync(path.join(folder, file), program);

  it('is a whole one', () => {
    expect(program).toContain('WEBHOOK_SECRETS');
  });

  // Node.js is there in any run; the others are of the full run, which installs them on Debian.
  const isRun = language === 'js' || (IS_FULL && isInstalled(version));
  it.skipIf(!isRun)('verifies a delivery, in a full run where the language is installed', { timeout: 120_000 }, () => {
    const [secret, other] = [newSecret(), newSecret()];
    const cases = {
      'its secret': { secret, secrets: [secret] },
      'a secret that is being replaced': { secret, secrets: [other, secret] },
      'two signatures': { secret, secrets: [secret], beside: other },
      'a foreign secret': { secret, secrets: [other] },
      'another body': { secret, secrets: [secret], body: BODY.replace('-1845', '-9845') },
      'an old one': { secret, secrets: [secret], atMs: Date.now() - 900_000 },
      'one of the future': { secret, secrets: [secret], atMs: Date.now() + 900_000 },
    };
    const said = Object.entries(cases).map(([name, given]) => [name, say(run, file, given)]);
    expect(Object.fromEntries(said)).toEqual({
      'its secret': 'transaction.posted',
      'a secret that is being replaced': 'transaction.posted',
      'two signatures': 'transaction.posted',
      'a foreign secret': 'refused',
      'another body': 'refused',
      'an old one': 'refused',
      'one of the future': 'refused',
    });
  });
});
