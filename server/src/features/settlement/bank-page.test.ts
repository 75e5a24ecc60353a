import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { takeAnswer } from './answers/read-answers.ts';
import { writeBpayBatch } from './formats/bpay-batch.domain.ts';
import { writeDirectEntry } from './formats/direct-entry.domain.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/integrate/bank.md'), 'utf8');

/** Examples of the page by the names of their files. */
const EXAMPLES = new Map(
  [...PAGE.matchAll(/```text (\S+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => [name, text] as const),
);
const exampleOf = (name: string): string => {
  const text = EXAMPLES.get(name);
  if (text === undefined) throw new Error(`the page has no ${name}`);
  return text;
};
/** The bytes of an example: its lines at the width of the format, with the line ends of the exchange. */
const bytesOf = (name: string, width: number): string =>
  exampleOf(name)
    .trimEnd()
    .split('\n')
    .map((line) => `${line.padEnd(width)}\r\n`)
    .join('');

const SENDER = {
  institution: 'SBX',
  userName: 'WATTLE SANDBOX',
  userId: '301500',
  description: 'PAYMENTS',
  bsb: '000-001',
  accountNumber: '700100200',
  hasContra: true,
};

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, payBill, make, newDay, hour } = bank;
afterAll(() => bank.close());

/** Gives a file of the bank to the programme of the test, and answers what was kept of it. */
async function take(name: string, text: string) {
  const own = name.replace(/^1-/, `${tenantId}-`);
  await takeAnswer(test.ctx, tenantId, own, Buffer.from(text, 'latin1'));
  const [kept] = await test.ctx.asOwner<{ kind: string; state: string; reason: string | null; lines: number }>(
    'SELECT kind, state, reason, lines FROM bank_answer WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1',
    [tenantId],
  );
  return kept;
}

type Made = { readonly name: string; readonly state: string; readonly digest: string };

/** The newest file of a method. */
async function newest(method: 'external' | 'bpay'): Promise<Made> {
  const [made] = await test.ctx.asOwner<Made>(
    `SELECT name, state, encode(digest, 'hex') AS digest FROM bank_file WHERE tenant_id = $1 AND method = $2
      ORDER BY id DESC LIMIT 1`,
    [tenantId, method],
  );
  if (!made) throw new Error('no file was made');
  return made;
}

/** A file of a payment or a bill that the bank has, and has not judged. */
async function givenSent(method: 'external' | 'bpay'): Promise<Made> {
  newDay();
  const payer = await givenPayer();
  await (method === 'external' ? pay(payer, { Amount: 12 }) : payBill(payer));
  hour(18);
  await make();
  await test.ctx.asOwner("UPDATE bank_file SET state = 'Sent', sent_at = made_at WHERE state = 'Made'");
  return newest(method);
}

describe('the examples of the page for the bank', () => {
  it('are of every kind of file in its table', () => {
    const endings = [...EXAMPLES.keys()].map((name) => name.slice(name.lastIndexOf('.')));
    expect(new Set(endings)).toEqual(new Set(['.aba', '.bpb', '.outcome', '.returns', '.results', '.deposits']));
  });

  it('of files to the bank are what we write, byte by byte', () => {
    const remitter = 'Amelia Chen';
    const payments = writeDirectEntry(SENDER, '2026-11-24', [
      { bsb: '000101', accountNumber: '44172208', name: 'Jordan Blake', reference: 'Rent', remitter, cents: 12_500n },
      {
        bsb: '000102',
        accountNumber: '31415926',
        name: 'Wattle Florist',
        reference: 'Invoice 17',
        remitter,
        cents: 4_350n,
      },
    ]);
    expect(bytesOf('1-de-20261124-1.aba', 120)).toBe(payments);
    const bills = writeBpayBatch(SENDER, '2026-11-24', [
      { billerCode: '123456', reference: '12345678903', cents: 8_020n, transferId: 4711n },
      { billerCode: '40404', reference: '1000000', cents: 1_500n, transferId: 4712n },
    ]);
    expect(bytesOf('1-bpay-20261124-1.bpb', 144)).toBe(bills);
  });

  it.each([
    ['1-de-20261124-1.aba', 120, '1-de-20261124-1.outcome', 64],
    ['1-bpay-20261124-1.bpb', 144, '1-bpay-20261124-1.outcome', 16],
  ])('of outcomes have the digest of %s', (name, width, outcome, digits) => {
    const [named, , digest] = exampleOf(outcome).trim().split(',');
    expect([named, digest]).toEqual([name, hash('sha256', bytesOf(name, width)).slice(0, digits)]);
  });

  it.each([
    ['1-de-20261124-1.outcome', 'external', 'Accepted'],
    ['1-bpay-20261124-1.outcome', 'bpay', 'Rejected'],
  ] as const)('%s settles or rejects a file of ours', async (name, method, state) => {
    const file = await givenSent(method);
    const [, word, digest = ''] = exampleOf(name).trim().split(',');
    const line = `${file.name},${word},${file.digest.slice(0, digest.length)}\r\n`;
    expect(await take(name, line)).toMatchObject({ kind: 'outcome', state: 'Taken', reason: null });
    expect((await newest(method)).state).toBe(state);
  });

  it('an outcome may name a file as the bank does', async () => {
    const file = await givenSent('external');
    const ourName = (theirs: string) => (theirs === 'DE26112401.txt' ? file.name : theirs);
    const { outside } = test.ctx;
    const ctx = { ...test.ctx, outside: { ...outside, bank: { ...outside.bank, ourName } } };
    const line = `DE26112401.txt,accepted,${file.digest}\r\n`;
    await takeAnswer(ctx, tenantId, `${tenantId}-DE26112401.ack.outcome`, Buffer.from(line));
    expect((await newest('external')).state).toBe('Accepted');
  });

  it.each([
    ['1-de-20261126-r1.returns', 'returns', 1],
    ['1-bpay-20261124-p1.results', 'bpayResults', 2],
    ['1-20261120-1.deposits', 'deposits', 1],
  ])('%s is taken', async (name, kind, lines) => {
    const text = exampleOf(name).replaceAll('\n', '\r\n');
    expect(await take(name, text)).toEqual({ kind, state: 'Taken', reason: null, lines });
  });
});

describe('an outcome that cannot be believed', () => {
  const refusals = [...PAGE.matchAll(/^\| `(it names no file|its [^`]*)[^`]*` \|/gm)].map(
    ([row]) => /`([^`]+)`/.exec(row)?.[1],
  );

  it('is refused with one of the reasons of the page, and the file stays as it is', async () => {
    const file = await givenSent('external');
    const wrong = '0'.repeat(64);
    const given = [
      `1-de-20200101-1.aba,accepted,${wrong}`,
      `${file.name},accepted,${wrong}`,
      `${file.name},accepted,${file.digest.slice(0, 15)}`,
      `${file.name},perhaps,${file.digest}`,
    ];
    const reasons: (string | null | undefined)[] = [];
    for (const [at, line] of given.entries())
      reasons.push((await take(`1-wrong-${at}.outcome`, `${line}\r\n`))?.reason);
    expect(reasons).toEqual(refusals.map((words) => words?.replace('1-de-20261124-1.aba', file.name)));
    expect(await newest('external')).toEqual(file);
  });

  it.each([
    ['no digest', (file: Made) => `${file.name},accepted`],
    ['more digits than there are', (file: Made) => `${file.name},accepted,${file.digest}0`],
    ['letters that are no digits', (file: Made) => `${file.name},accepted,${'g'.repeat(16)}`],
  ])('has %s', async (words, lineOf) => {
    const file = await newest('external');
    const kept = await take(`1-${words.replaceAll(' ', '-')}.outcome`, `${lineOf(file)}\r\n`);
    expect(kept).toMatchObject({ state: 'Refused', reason: 'its digest is not 16 to 64 hexadecimal digits' });
  });

  it('is taken with a digest in capital letters', async () => {
    const file = await givenSent('external');
    const line = `${file.name},accepted,${file.digest.slice(0, 20).toUpperCase()}\r\n`;
    expect(await take('1-capitals.outcome', line)).toMatchObject({ state: 'Taken' });
    expect((await newest('external')).state).toBe('Accepted');
  });
});
