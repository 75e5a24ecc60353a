import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenCard } from '../../../test-support/factories.ts';
import { TEST_KEYS } from '../../../test-support/keys.ts';
import { readDeposits } from '../../features/settlement/formats/deposits.domain.ts';
import { incomingStore } from '../../outside/npp/sandbox-incoming.ts';
import { openSettledMessages } from '../../outside/statements/settled-messages.ts';
import { writeInstance } from '../../platform/instance.ts';
import { runSim } from '../sim.ts';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await givenApp();
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-sim-'));
  const baseUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
  writeInstance(folder, { baseUrl, ownerUrl: undefined, appUrl: test.ctx.url, pid: process.pid });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function sim(argv: readonly string[], dataFolder = folder) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runSim({
    argv,
    config: { dataFolder, namedSecrets: new Map() },
    readKeys: () => TEST_KEYS,
    now: () => test.ctx.clocks.security.now(),
    say: (line) => out.push(line),
    complain: (line) => err.push(line),
  });
  return { code, out, err, answer: out.length === 1 && out[0]?.startsWith('{') ? JSON.parse(out[0]) : undefined };
}

describe('npm run sim', () => {
  it('says how to receive webhooks, and what is wrong with an option', async () => {
    expect((await sim(['webhook', 'help'])).out.join('')).toContain('npm run sim -- webhook --secret whsec_');
    const { code, err } = await sim(['webhook', '--secret', 'none']);
    expect([code, err.join('')]).toEqual([2, expect.stringContaining('--secret takes a secret')]);
  });

  it('buys abroad, works out what is billed, and clears and refunds in the same currency', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const abroad = ['--shop', '12.00 USD', '--rate', '1.5417', '--country', 'US'];
    const purchase = await sim(['purchase', '--card', card.pan, ...abroad]);
    // 12.00 × 1.5417 = 18.5004.
    expect(purchase.answer).toMatchObject({ answer: '00', available: 8_150 });
    const { reference } = purchase.answer;
    expect((await sim(['clear', '--original', reference])).answer).toMatchObject({ answer: '00', available: 8_150 });
    expect((await sim(['refund', '--original', reference, '--amount', '9.25'])).answer).toMatchObject({ answer: '00' });
    // What the scheme settles, for its statement.
    const settled = openSettledMessages(folder).all();
    expect(settled.map(({ cents, programme, words }) => [cents, programme, words])).toEqual([
      [-18_50n, card.brand.tenantId, 'Clearing'],
      [9_25n, card.brand.tenantId, 'Refund'],
    ]);
    const rows = await test.ctx.asOwner(
      'SELECT kind, shop_amount::integer, shop_currency FROM transaction_detail WHERE ledger_account_id = $1 ORDER BY seq',
      [card.account.ledgerAccountId],
    );
    expect(rows).toEqual([
      { kind: 'purchase', shop_amount: 1_200, shop_currency: 'USD' },
      { kind: 'refund', shop_amount: 600, shop_currency: 'USD' },
    ]);
  });

  it('announces a refund, which moves no money', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const { reference } = (await sim(['purchase', '--card', card.pan, '--amount', '12.34'])).answer;
    await sim(['clear', '--original', reference]);
    expect((await sim(['announce', '--original', reference, '--amount', '2.00'])).answer).toMatchObject({
      answer: '00',
    });
    const waiting = await test.ctx.asOwner('SELECT amount::integer, ending FROM pending_refund WHERE card_id = $1', [
      card.id,
    ]);
    expect(waiting).toEqual([{ amount: 200, ending: null }]);
  });

  it('adds to a purchase', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const { reference } = (await sim(['purchase', '--card', card.pan, '--amount', '50'])).answer;
    const increment = await sim(['increment', '--original', reference, '--amount', '12.50']);
    expect(increment.answer).toMatchObject({ answer: '00', available: 3_750 });
    expect((await sim(['clear', '--original', reference, '--amount', '60'])).answer).toMatchObject({
      available: 4_000,
    });
    expect((await sim(['increment', '--card', card.pan, '--amount', '1'])).code).toBe(2);
  });

  it.each([
    ['12.00', '1.5417'],
    ['12.00 usd', '1.5417'],
    ['1.5 JPY', '0.0098'],
    ['12.00 USD', '0'],
    ['0 USD', '1.5417'],
  ])('takes no shop’s amount of %s at %s', async (shop, rate) => {
    expect(await sim(['purchase', '--card', '4000000000000002', '--shop', shop, '--rate', rate])).toMatchObject({
      code: 2,
    });
  });

  it('buys, clears and refunds with one reference, and prints each answer as one JSON line', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const purchase = await sim([
      'purchase',
      '--card',
      card.pan,
      '--amount',
      '12.34',
      '--merchant',
      'Corner Cafe',
      '--mcc',
      '5814',
    ]);
    expect(purchase.code).toBe(0);
    expect(purchase.answer).toMatchObject({ answer: '00', available: 8766 });
    const { reference } = purchase.answer;
    // 12.34 was held; 10.00 is taken.
    expect((await sim(['clear', '--original', reference, '--amount', '10'])).answer).toMatchObject({
      answer: '00',
      available: 9000,
    });
    expect((await sim(['refund', '--original', reference, '--amount', '2.50'])).answer).toMatchObject({
      answer: '00',
      available: 9250,
    });
  });

  it('takes a purchase back, a part or all of it', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const { answer } = await sim(['purchase', '--card', card.pan, '--amount', '50']);
    expect((await sim(['reverse', '--original', answer.reference, '--amount', '20'])).answer).toMatchObject({
      available: 8000,
    });
    expect((await sim(['reverse', '--original', answer.reference])).answer).toMatchObject({ available: 10_000 });
  });

  it('ends with 0 on a decline too', async () => {
    const card = await givenCard(test.ctx, { status: 'ActiveOff', balance: 10_000n });
    const { code, answer } = await sim(['purchase', '--card', card.pan, '--amount', '1']);
    expect(code).toBe(0);
    expect(answer).toMatchObject({ answer: '62', available: null });
  });

  it('gets the stored answer for a reference that it sends again', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const argv = ['advice', '--card', card.pan, '--amount', '150', '--reference', 'AGAIN-1'];
    const first = await sim(argv);
    expect(first.answer).toMatchObject({ answer: '00', available: -5000 });
    expect((await sim(argv)).answer).toEqual(first.answer);
  });

  it('leaves a file of the bank with a deposit', async () => {
    const { code, answer } = await sim([
      'deposit',
      '--account',
      '200100017',
      '--amount',
      '50',
      '--from',
      'Acme Pty Ltd',
    ]);
    expect(code).toBe(0);
    const text = readFileSync(path.join(folder, 'incoming/bank', answer.file), 'latin1');
    expect(readDeposits(text)).toMatchObject({
      cents: 5_000n,
      lines: [{ bsb: '000001', accountNumber: '200100017', cents: 5_000n, remitter: 'Acme Pty Ltd' }],
    });
  });

  it('pays money in at the instant bank, with its notice and in a file of deposits', async () => {
    const to = ['--to', '000-001 200100017', '--amount', '12.50', '--from', 'Mia Wong'];
    const { code, answer } = await sim(['npp', 'in', ...to, '--repeat', '--with-file', '--programme', '1001']);
    expect(code).toBe(0);
    const paid = incomingStore(folder).find(answer.networkId);
    expect(paid).toMatchObject({ amount: 12_50, payer: 'Mia Wong', isRepeated: true, programme: 1001 });
    const text = readFileSync(path.join(folder, 'incoming/bank', answer.file), 'latin1');
    const from = { bsb: '000111', accountNumber: '55512345' };
    const line = { bsb: '000001', accountNumber: '200100017', cents: 1_250n, reference: answer.networkId, from };
    expect(readDeposits(text).lines).toEqual([expect.objectContaining(line)]);
    expect(answer.noticed).toBe(2);
  });

  it.each([
    [[]],
    [['npp', 'out']],
    [['npp', 'in', '--amount', '5']],
    [['npp', 'in', '--to', '200100017', '--amount', '5']],
    [['npp', 'in', '--to', '000-001 200100017']],
    [['npp', 'in', '--to', 'amelia@pay.example', '--amount', '5', '--with-file']],
    [['deposit', '--amount', '5']],
    [['deposit', '--account', '200100017']],
    [['deposit', '--account', '200100017', '--amount', '5', '--bsb', '1']],
    [['deposit', '--account', '200100017', '--amount', '5', '--from', '[Acme]']],
    [['steal']],
    [['purchase']],
    [['purchase', '--card', '9036']],
    [['purchase', '--card', '9036000000000017']],
    [['purchase', '--card', '9036000000000017', '--amount', '12.345']],
    [['refund', '--card', '9036000000000017', '--amount', '0']],
    [['purchase', '--card', '9036000000000017', '--amount', '1', '--channel', 'pigeon']],
    [['purchase', '--card', '9036000000000017', '--amount', '1', '--colour', 'red']],
    [['purchase', '--card', '9036000000000017', '--amount', '1', '--merchant', 'Corner', 'Cafe']],
    [['reverse']],
    [['clear', '--original', 'NEVER-SENT-1']],
  ])('answers %j with help and exit code 2', async (argv) => {
    const { code, out, err } = await sim(argv);
    expect(code).toBe(2);
    expect(out).toEqual([]);
    expect(err.join('\n')).toContain('npm run sim -- purchase --card NUMBER');
  });

  it('prints help when asked, and says where no server is', async () => {
    expect(await sim(['--help'])).toMatchObject({ code: 0, err: [] });
    const nowhere = mkdtempSync(path.join(tmpdir(), 'wattle-sim-'));
    const { code, err } = await sim(['purchase', '--card', '9036000000000017', '--amount', '1'], nowhere);
    rmSync(nowhere, { recursive: true });
    expect(code).toBe(1);
    expect(err[0]).toContain('npm start');
  });

  it('keeps no card number, PIN or CVV2 that anybody could read', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n, pin: '4826' });
    await sim(['purchase', '--card', card.pan, '--amount', '1', '--channel', 'chip', '--pin', '4826']);
    const file = path.join(folder, 'sim-journal.jsonl');
    expect(readFileSync(file, 'utf8')).not.toContain(card.pan);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
