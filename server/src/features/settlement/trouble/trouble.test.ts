import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { depositsOf } from '../../../../test-support/outside/deposits-file.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { FileExchange } from '../../../outside/files/port.ts';
import { exchangeFiles } from '../due.ts';

const bank = await givenBank({}, { WATTLE_BANK_ANSWERS_BY: '11:00', WATTLE_BANK_TWO_PEOPLE_ABOVE: '0' });
const { test, tenantId, givenPayer, pay, make, newDay, hour, outFiles } = bank;
afterAll(() => bank.close());

type Line = { readonly level: string; readonly fields: object; readonly text: string };
const there = new Map<string, Buffer>();
let lines: Line[];
let refusal: { readonly kind: 'unsent'; readonly code: string } | undefined;
beforeEach(() => {
  lines = [];
  refusal = undefined;
});
// Reports remaining incidents, so that the next test does not see them.
afterEach(async () => {
  refusal = undefined;
  await rounds();
  for (const name of [...there.keys()].filter(isOurs)) accept(name);
  await rounds();
});

const isOurs = (name: string) => /\.(aba|bpb)$/.test(name);

/** The bank accepts a file of ours. */
function accept(name: string): void {
  const digest = createHash('sha256')
    .update(there.get(name) ?? '')
    .digest('hex');
  there.set(`${name}.outcome`, Buffer.from(`${name},accepted,${digest}\r\n`));
}

/** A bank that collects our files without answering them. It refuses every call while a test sets `refusal`. */
const exchange: FileExchange = {
  put: async (name, bytes) => {
    if (refusal) return refusal;
    there.set(name, Buffer.from(bytes));
    return { kind: 'done', value: null };
  },
  list: async () => {
    const value = [...there].map(([name, { length: size }]) => ({ name, size }));
    return refusal ?? { kind: 'done', value };
  },
  read: async (name) => ({ kind: 'done', value: there.get(name) ?? Buffer.alloc(0) }),
};

function server(): AppContext {
  const note = (level: string) => (fields: object, text: string) => void lines.push({ level, fields, text });
  const log = { debug: () => {}, info: note('info'), warn: note('warn'), error: note('error') };
  const silent = { list: async () => refusal ?? incoming(), read: exchange.read };
  const bank = { ...test.ctx.outside.bank, outgoing: exchange, incoming: silent };
  return { ...test.ctx, log, outside: { ...test.ctx.outside, bank } };
}

async function incoming() {
  const names = [...there.keys()].filter((name) => !isOurs(name));
  return { kind: 'done' as const, value: names.map((name) => ({ name, size: 1 })) };
}

/** Two rounds, of which only the first may report. */
async function rounds(): Promise<readonly Line[]> {
  lines = [];
  for (const _ of [1, 2]) await exchangeFiles(server(), tenantId, { atOnce: 50 });
  return lines.filter(({ fields }) => 'trouble' in fields);
}

async function givenFile(): Promise<void> {
  newDay();
  await pay(await givenPayer(), { Amount: 25 });
  hour(18);
  await make();
}

const ready = async () => (await test.app.inject('/readyz')).json<{ status: string; bank?: object[] }>();

describe('an incident with the bank', () => {
  it('is opened once with the error code while the host refuses, and closed once when it accepts', async () => {
    await givenFile();
    refusal = { kind: 'unsent', code: 'ECONNREFUSED' };
    const [file] = await test.ctx.asOwner<{ name: string }>("SELECT name FROM bank_file WHERE state = 'Made'");
    expect(await rounds()).toEqual([
      {
        level: 'warn',
        fields: { tenant: tenantId, trouble: 'notSent', file: file?.name, reason: 'ECONNREFUSED' },
        text: 'a file has not reached the bank',
      },
      {
        level: 'warn',
        fields: { tenant: tenantId, trouble: 'unreachable', reason: 'ECONNREFUSED' },
        text: 'the folder of the bank cannot be reached',
      },
    ]);
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 90_000);
    expect(await ready()).toMatchObject({
      status: 'ready',
      bank: [
        { trouble: 'notSent', count: 1, oldestSeconds: 90 },
        { trouble: 'unreachable', count: 1, oldestSeconds: 90 },
      ],
    });
    const metrics = (await test.app.inject('/metrics')).body;
    expect(metrics).toContain('wattle_bank_trouble{trouble="notSent"} 1');
    expect(metrics).toContain('wattle_bank_trouble_oldest_seconds{trouble="notSent"} 90');
    refusal = undefined;
    expect((await rounds()).map(({ level, text }) => `${level}: ${text}`).toSorted()).toEqual([
      'info: no longer: a file has not reached the bank',
      'info: no longer: the folder of the bank cannot be reached',
    ]);
    expect((await ready()).bank).toBeUndefined();
  });

  it('is opened when the bank has not answered a file by its time on the next business day', async () => {
    await givenFile();
    await exchangeFiles(server(), tenantId, { atOnce: 50 });
    const name = [...there.keys()].findLast((each) => each.endsWith('.aba')) ?? '';
    newDay();
    hour(10);
    expect(await rounds()).not.toContainEqual(expect.objectContaining({ text: expect.stringContaining('answered') }));
    hour(12);
    const logged = await rounds();
    expect(logged.map(({ fields }) => fields)).toContainEqual({ tenant: tenantId, trouble: 'unanswered', file: name });
    accept(name);
    const ended = await rounds();
    expect(ended).toContainEqual(
      expect.objectContaining({ level: 'info', fields: { tenant: tenantId, trouble: 'unanswered', file: name } }),
    );
  });

  it('is opened without account numbers for a file that is refused, unknown or waiting, and stays until it is handled', async () => {
    there.set(`${tenantId}-odd.returns`, Buffer.from('nothing of a bank\r\n'));
    there.set('9999-000001700100200.deposits', Buffer.from('x'));
    there.set('statement-000001700100200.txt', Buffer.from('x'));
    const logged = await rounds();
    expect(logged.map(({ fields }) => fields)).toEqual([
      { tenant: tenantId, trouble: 'misnamed', file: '9999-….deposits' },
      { tenant: tenantId, trouble: 'misnamed', file: 'statement-….txt' },
      {
        tenant: tenantId,
        trouble: 'refused',
        file: `${tenantId}-odd.returns`,
        reason: expect.any(String) as string,
      },
    ]);
    const agent = await givenStaff(test.ctx, tenantId);
    const listed = async () => (await give(test, agent, 'bank-trouble', {})).body.rows ?? [];
    const rows = await listed();
    expect(rows.map(({ kind }) => kind)).toEqual(['misnamed', 'misnamed', 'refused']);
    const close = (trouble: unknown) =>
      give(test, agent, 'close-bank-trouble', { input: { trouble: String(trouble) }, reason: 'asked the bank' });
    for (const { trouble } of rows) await close(trouble);
    expect(await listed()).toEqual([]);
    expect((await ready()).bank).toBeUndefined();
    expect(await rounds()).toEqual([]);
    expect((await close(rows[0]?.['trouble'])).body.error).toBe('nothing_to_do');
  });

  it('about a file that waits for two people can be closed where nobody takes it', async () => {
    newDay();
    const person = await givenPayer(0n);
    const { accountNumber } = person.card.account;
    there.set(`${tenantId}-waits.deposits`, Buffer.from(depositsOf([{ account: accountNumber, cents: 100 }])));
    expect((await rounds()).map(({ fields }) => fields)).toEqual([
      { tenant: tenantId, trouble: 'waiting', file: `${tenantId}-waits.deposits` },
    ]);
    const agent = await givenStaff(test.ctx, tenantId);
    const { rows = [] } = (await give(test, agent, 'bank-trouble', {})).body;
    const input = { trouble: String(rows.find(({ kind }) => kind === 'waiting')?.['trouble']) };
    const closed = await give(test, agent, 'close-bank-trouble', { input, reason: 'sent by mistake' });
    expect(closed.body.error).toBeUndefined();
    expect(await rounds()).toEqual([]);
    expect(await balanceOf(test.ctx, person.card.account)).toBe(0n);
  });

  it('that ends by itself cannot be closed by hand', async () => {
    await givenFile();
    refusal = { kind: 'unsent', code: 'ECONNREFUSED' };
    await rounds();
    const agent = await givenStaff(test.ctx, tenantId);
    const { rows = [] } = (await give(test, agent, 'bank-trouble', {})).body;
    const input = { trouble: String(rows[0]?.['trouble']) };
    const { body } = await give(test, agent, 'close-bank-trouble', { input, reason: 'asked the bank' });
    expect(body.error).toBe('nothing_to_do');
    expect(await outFiles('')).toEqual([]);
  });
});
