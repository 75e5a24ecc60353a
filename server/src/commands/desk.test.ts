import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache, givenStartedHome, type ServerHome } from '../../test-support/processes/server-process.ts';
import { readConfig } from '../config/config.ts';
import { STAFF_PASSWORD } from '../demo/staff.ts';
import { openSecretPrompt } from './desk/ask-secret.ts';
import { runDesk } from './desk.ts';
import { loadKeys } from '../platform/secrets/keys.ts';
import type { Instance } from '../platform/instance.ts';

const TOOL = path.join(import.meta.dirname, '../../../tools/desk.ts');
/** A start with its demo, and processes, on two cores that other tests share. */
const LIMIT_MS = 240_000;
const CARDHOLDER = { name: 'amelia.chen@example.com', password: 'Golden-Wattle-2026' };

type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

describe('npm run desk, on a running server', { timeout: LIMIT_MS }, () => {
  let home: ServerHome;
  let instance: Instance;
  let sessions: string;
  beforeAll(async () => {
    home = await givenStartedHome();
    sessions = path.join(home.dataFolder, 'staff/sessions.json');
    instance = await home.launch().ready();
  }, LIMIT_MS);
  afterAll(() => home.close(), LIMIT_MS);

  const settings = () => ({ WATTLE_DATA: home.dataFolder, WATTLE_DESK_SESSIONS: sessions });

  /** Runs the command in this process: a separate one takes ten times as long. */
  async function desk(argv: readonly string[], typed = '', env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const config = readConfig({ ...settings(), ...env }, (file) => path.resolve(file));
    const input = new PassThrough();
    input.end(typed);
    let [out, err] = ['', ''];
    const code = await runDesk({
      argv,
      config,
      readKeys: () => loadKeys(config, settings()),
      sessionFile: config.deskClient.sessionFile ?? '',
      askSecret: openSecretPrompt(input as never, { write: () => true }),
      now: () => Date.now(),
      width: 160,
      say: (line) => (out += `${line}\n`),
      complain: (line) => (err += `${line}\n`),
    });
    return { code, out, err };
  }

  function deskProcess(argv: readonly string[], typed: string): Promise<Ended> {
    const child = spawn(process.execPath, [TOOL, ...argv], {
      env: { PATH: process.env['PATH'], ...compileCache(), ...settings() },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdin.end(typed);
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  }
  const signIn = (name: string, password = STAFF_PASSWORD, tenant = '1') =>
    desk(['sign-in', '--tenant', tenant, '--name', name], `${password}\n`);
  const rowsOf = ({ out }: Ended) => (JSON.parse(out) as { rows: Record<string, string>[] }).rows;

  async function signInAsCardholder(password: string): Promise<string | undefined> {
    const fields = {
      grant_type: 'password',
      brand: 'wattle',
      tenantId: '1',
      brandId: '1',
      userName: CARDHOLDER.name,
      password,
    };
    const response = await fetch(`${instance.baseUrl}/api/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return ((await response.json()) as { error?: string[] }).error?.[0];
  }

  it('signs in, finds a person who is locked out, asks for the unlocking, and a colleague approves it', async () => {
    for (let failure = 1; failure < 5; failure += 1) expect(await signInAsCardholder('not it')).toBe('20040');
    expect(await signInAsCardholder('not it')).toBe('20043');
    expect(await signInAsCardholder(CARDHOLDER.password)).toBe('20043');

    const entered = await deskProcess(['sign-in', '--tenant', '1', '--name', 'kate'], `${STAFF_PASSWORD}\n`);
    expect(entered).toMatchObject({ code: 0, out: 'Signed in as kate (manager) of tenant 1.\n' });
    expect(statSync(sessions).mode & 0o777).toBe(0o600);
    const found = await desk(['find', '--email', CARDHOLDER.name, '--json']);
    expect([found.code, found.out]).toEqual([0, expect.not.stringContaining(CARDHOLDER.name)]);
    const [person] = rowsOf(found);
    expect(person).toMatchObject({ name: 'Amelia Chen', number: '9036 00•• •••• 0017' });

    const asked = await desk(['unlock', person?.['signIn'] ?? '', '--reason', 'Called us, knew all answers']);
    const request = /^Request (\d+) waits/.exec(asked.out)?.[1] ?? '';
    expect([asked.code, request]).toEqual([0, expect.stringMatching(/^\d+$/)]);
    const own = await desk(['approve', request]);
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('You asked for this yourself.')]);

    await signIn('omar');
    const waiting = await desk(['requests']);
    expect(waiting.out).toContain('Called us, knew all answers');
    // Both are signed in: the latest acts unless another is named.
    expect((await desk(['approve', request, '--as', 'kate'])).code).toBe(1);
    const approved = await desk(['approve', request, '--json']);
    expect([approved.code, rowsOf(approved)]).toEqual([0, [expect.objectContaining({ lock: 'account' })]]);
    expect(await signInAsCardholder(CARDHOLDER.password)).toBeUndefined();
  });

  it('shows staff of another programme nothing of this one', async () => {
    await signIn('mia', STAFF_PASSWORD, '2');
    expect((await desk(['find', '--email', CARDHOLDER.name])).out).toBe('Nothing was found.\n');
    expect((await desk(['requests', '--all'])).out).toBe('Nothing was found.\n');
  });

  it('adds somebody who sets a password and signs in', async () => {
    await Promise.all([signIn('kate'), signIn('omar')]);
    const input = ['--name', 'lee', '--full-name', 'Lee Park', '--role', 'agent', '--reason', 'joins on Monday'];
    const asked = await desk(['add-staff', ...input, '--as', 'kate']);
    const request = /^Request (\d+) waits/.exec(asked.out)?.[1] ?? '';
    const [approved] = rowsOf(await desk(['approve', request, '--as', 'omar', '--json']));
    const [own] = rowsOf(await desk(['request-outcome', request, '--as', 'kate', '--json']));
    const typed = `${own?.['firstHalfOfCode']}-${approved?.['secondHalfOfCode']}\nCorrect-Horse-2026\nCorrect-Horse-2026\n`;
    const set = await desk(['set-password', '--tenant', '1', '--name', 'lee'], typed);
    expect([set.code, set.err]).toEqual([0, '']);
    expect((await signIn('lee', 'Correct-Horse-2026')).code).toBe(0);
    // An agent asks, and decides about nothing.
    const refused = await desk(['approve', request, '--as', 'lee']);
    expect([refused.code, refused.err]).toEqual([1, 'Your role does not permit this.\n']);
  });

  it('adds no first staff where two managers are', async () => {
    const ended = await desk(['first-staff', '--tenant', '1', '--name', 'extra', '--full-name', 'Extra Manager']);
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('two managers')]);
  });

  it('takes a token from the environment, and ends it with a sign-out', async () => {
    await signIn('kate');
    const { sessions: stored } = JSON.parse(readFileSync(sessions, 'utf8')) as { sessions: { token: string }[] };
    const env = { WATTLE_DESK_TOKEN: stored[0]?.token ?? '', WATTLE_DESK_SESSIONS: path.join(home.dataFolder, 'none') };
    expect((await desk(['staff'], '', env)).code).toBe(0);
    expect(await desk(['sign-out'], '', env)).toMatchObject({ code: 0, out: 'Signed out.\n' });
    const words = 'You are not signed in, or your session has ended: npm run desk -- sign-in';
    const after = await desk(['staff', '--as', 'kate']);
    expect([after.code, after.err]).toEqual([1, `${words}\n`]);
    const told = await desk(['staff', '--as', 'kate', '--json']);
    expect(JSON.parse(told.err)).toMatchObject({ error: 'not_signed_in', words });
    expect(existsSync(env.WATTLE_DESK_SESSIONS)).toBe(false);
  });

  it.each([
    ['a wrong password', ['sign-in', '--tenant', '1', '--name', 'kate'], 1, 'Tenant, name or password is wrong.'],
    ['nobody signed in', ['staff', '--as', 'nobody'], 1, 'You are not signed in'],
    [
      'an address in the clear',
      ['sign-in', '--tenant', '1', '--name', 'kate', '--server', 'http://192.0.2.1'],
      1,
      'must be an https address',
    ],
    [
      'a server that does not answer',
      ['sign-in', '--tenant', '1', '--name', 'kate', '--server', 'http://127.0.0.1:1'],
      1,
      'No desk answers at http://127.0.0.1:1/desk/sign-in: the call failed.',
    ],
  ])('ends with a code and a word about %s', async (_what, argv, code, words) => {
    const ended = await desk(argv, 'not it\n');
    expect([ended.code, ended.out, ended.err]).toEqual([code, '', expect.stringContaining(words)]);
    // No stack: the error is explained in words.
    expect(ended.err).not.toContain('    at ');
  });

  it('ends as a process with the code and a word about a command that it does not know', async () => {
    const ended = await deskProcess(['launch'], 'not it\n');
    expect([ended.code, ended.out, ended.err]).toEqual([
      2,
      '',
      expect.stringContaining('There is no command "launch".'),
    ]);
    expect(ended.err).not.toContain('    at ');
  });
});
