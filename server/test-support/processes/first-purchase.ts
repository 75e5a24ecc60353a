import { type ChildProcess, spawn } from 'node:child_process';
import { luhnDigit } from '@wattle/contract/rules/luhn.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import { hotp, stepAt } from '../../src/features/desk/second-factor/totp.ts';

/** The commands of docs/first-purchase.md, as an operator gives them. */

const ROOT = path.join(import.meta.dirname, '../../..');
const BLOCK = /```(sh start|sh staff|sh|sql)\n([\s\S]*?)```/g;
const PASSWORD = 'Correct-Horse-2026';

const OWN: Readonly<Record<string, string>> = {
  BRAND: 'kea',
  NAME: 'Kea Mutual',
  PREFIX: '999912',
  BSB: '999-001',
  SITE: 'kea.co.nz',
  PHONE: '0800 000 000',
};
export const FIRST_CARD = `999912000000771${luhnDigit('999912000000771')}`;

export type Block = { readonly kind: string; readonly text: string };

/** Blocks of the document in their order, with the names of its own programme. */
export function readFirstPurchase(): Block[] {
  const chapter = readFileSync(path.join(ROOT, 'docs/first-purchase.md'), 'utf8');
  return [...chapter.matchAll(BLOCK)].map(([, kind = '', text = '']) => ({
    kind,
    text: text
      .replaceAll(/cp -r (brands|products)\//g, `cp -r ${ROOT}/$1/`)
      .replaceAll(/YOUR_(\w+)/g, (_, name: string) => OWN[name] ?? name)
      .replaceAll('CARD_NUMBER', FIRST_CARD),
  }));
}

/** Where commands are given: a folder with a program `npm` on its path. */
export type Shell = { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly children: ChildProcess[] };

export function openShell(shell: Shell, text: string) {
  const settings = '[ -f wattle.env ] && { set -a; . ./wattle.env; set +a; }';
  const child = spawn('bash', ['-e', '-c', `${settings}\n${text}`], { cwd: shell.cwd, env: shell.env });
  shell.children.push(child);
  // A command may end before it has read its input: how it ended is what counts.
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** Gives the commands of a block and answers what they say. */
export async function runIn(shell: Shell, text: string, input = ''): Promise<string> {
  const { child, output } = openShell(shell, text);
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`ended with ${String(code)}:\n${text}\n${output()}`);
  return output();
}

const lines = (...typed: readonly (string | undefined)[]) => typed.map((each) => `${each}\n`).join('');

/** Gives the commands that staff type, each with an authenticator app beside, after what was said before. */
export async function runStaff(shell: Shell, text: string, said: string): Promise<void> {
  const found = [...said.matchAll(/Set-up code of (\w+), good until [^:]*(?::\d\d){1,2}[^:]*: (\S+)/g)];
  const codes = new Map(found.map(([, name = '', code = '']) => [name, code]));
  const apps = new Map<string, string>();
  for (const line of text.trim().split('\n')) {
    const name = /--name (\w+)/.exec(line)?.[1] ?? '';
    if (line.includes('set-password')) apps.set(name, await setPassword(shell, line, codes.get(name)));
    // The code of the next half minute: that of this one was used to set the app up.
    else await runIn(shell, line, lines(PASSWORD, codeOf(apps.get(name), 1)));
  }
}

/** Answers the key that was shown for the app. */
async function setPassword(shell: Shell, line: string, setUpCode: string | undefined): Promise<string> {
  const { child, output } = openShell(shell, line);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin.write(lines(setUpCode, PASSWORD, PASSWORD));
  const shown = () => /authenticator app: ([A-Z2-7]{32})/.exec(output())?.[1];
  const key = await vi.waitUntil(shown, { timeout: 60_000 }).catch((error: unknown) => {
    throw new Error(`no key was shown:\n${line}\n${output()}`, { cause: error });
  });
  child.stdin.end(lines(codeOf(key)));
  const code = await ended;
  if (code !== 0) throw new Error(`ended with ${String(code)}:\n${line}\n${output()}`);
  return key;
}

function codeOf(key = '', later = 0): string {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return hotp(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepAt(Date.now()) + later);
}
