import { afterAll, describe, expect, it } from 'vitest';
import { dyingDatabase, givenRunner, ProcessDied } from '../../../../test-support/due-work.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { depositsOf } from '../../../../test-support/outside/deposits-file.ts';
import { payIn } from '../../../../test-support/outside/npp/sandbox-incoming.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../../../compose/blocks-money-out.ts';
import { openPayments } from '../../payments/public.ts';
import { incomingStore, SANDBOX_NOTICE } from '../../../outside/npp/sandbox-incoming.ts';
import { SETTLEMENT_INVARIANTS } from '../settlement-invariants.store.ts';
import { incomingJobs } from './read-movements.due.ts';
import { readMovements } from './read-movements.ts';

const bank = await givenBank({ bankTransferTopUp: true, maxBalance: 5_000_00 });
const { test, tenantId, givenPayer } = bank;
const runner = givenRunner(test.ctx, incomingJobs);
afterAll(async () => {
  await runner.stop();
  await bank.close();
});

const MINUTE = 60_000;
type Person = Awaited<ReturnType<typeof givenPayer>>;
const accountOf = ({ card }: Person) => ({ bsb: '000001', accountNumber: card.account.accountNumber });
const balance = async ({ card }: Person) => Number(await balanceOf(test.ctx, card.account));
const read = () => readMovements(test.ctx, tenantId);
const store = incomingStore(test.ctx.config.dataFolder);

/** Line of a payment of the network: its state, its reason, and the bank's answer to its return. */
async function lineOf(networkId: string) {
  const [row] = await test.ctx.asOwner<{ state: string; reason: string | null; back: string | null }>(
    `SELECT l.state, l.reason, i.back_outcome AS back FROM instant_incoming i
       JOIN bank_answer_line l ON l.tenant_id = i.tenant_id AND l.bank_answer_id = i.bank_answer_id
      WHERE i.tenant_id = $1 AND i.network_id = $2`,
    [tenantId, networkId],
  );
  return row && [row.state, row.reason, row.back];
}
async function fileState(name: string) {
  const rows = await test.ctx.asOwner<{ state: string; reason: string | null }>(
    `SELECT l.state, l.reason FROM bank_answer_line l JOIN bank_answer a ON a.id = l.bank_answer_id
      WHERE a.tenant_id = $1 AND a.name = $2 ORDER BY l.line`,
    [tenantId, `${tenantId}-${name}`],
  );
  return rows.map(({ state, reason }) => [state, reason]);
}
/** The invariants of settlement hold, and suspense is the sum of its lines. */
async function isSound(): Promise<void> {
  for (const { name, broken } of SETTLEMENT_INVARIANTS)
    expect([name, await test.ctx.asOwner(broken)]).toEqual([name, []]);
  const [lines] = await test.ctx.asOwner<{ cents: number }>(
    `SELECT coalesce(sum(cents), 0)::int AS cents FROM bank_answer_line
      WHERE tenant_id = $1 AND state IN ('Suspense', 'GoingBack')`,
    [tenantId],
  );
  expect(await suspense()).toBe(lines?.cents);
}
const suspense = async () => (await bank.kept())['suspense'] ?? 0;

describe('money that the network brings', () => {
  it('is credited once, at night too, however often it is read', async () => {
    test.ctx.setBusinessTime('2026-11-21T16:30:00Z');
    const person = await givenPayer(10_00n);
    await read();
    const { networkId } = payIn(test.ctx, tenantId, { to: accountOf(person), isRepeated: true });
    await read();
    await read();
    expect(await balance(person)).toBe(35_00);
    expect(await lineOf(networkId)).toEqual(['Done', null, null]);
    const [row] = await test.ctx.asOwner<{ description: string }>(
      `SELECT description FROM transaction_detail d JOIN transfer t ON t.credit_account_id = d.ledger_account_id
          AND t.credit_seq = d.seq JOIN bank_answer_line l ON l.transfer_id = t.id
         JOIN instant_incoming i ON i.bank_answer_id = l.bank_answer_id WHERE i.network_id = $1`,
      [networkId],
    );
    expect(row?.description).toBe('Bank transfer from Mia Wong');
    await isSound();
  });

  it('is found an hour later where its reading failed', async () => {
    bank.newDay();
    const person = await givenPayer(0n);
    await read();
    payIn(test.ctx, tenantId, { to: accountOf(person) });
    test.ctx.advance(60 * MINUTE);
    await read();
    expect(await balance(person)).toBe(25_00);
  });

  it('that the bank names a day late is found by the hourly reading', async () => {
    bank.newDay();
    const person = await givenPayer(0n);
    await read();
    const at = test.ctx.clocks.business.now();
    test.ctx.advance(30 * MINUTE);
    await read();
    payIn(test.ctx, tenantId, { to: accountOf(person), at: at - 20 * MINUTE });
    await read();
    expect(await balance(person)).toBe(0);
    test.ctx.advance(31 * MINUTE);
    await read();
    expect(await balance(person)).toBe(25_00);
  });

  it.each([
    ['an unknown account', 'unknownAccount', async () => ({ bsb: '000001', accountNumber: '999999999' })],
    [
      'a closed account',
      'closedAccount',
      async () => {
        const person = await givenPayer(0n);
        await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [person.card.account.id]);
        return accountOf(person);
      },
    ],
    ['an account above its maximum', 'aboveMaximum', async () => accountOf(await givenPayer(4_990_00n))],
    ['an unknown PayID', 'unknownAccount', async () => ({ payId: 'nobody@pay.example' })],
  ] as const)('for %s goes back over the network', async (_, reason, to) => {
    bank.newDay();
    await read();
    const { networkId } = payIn(test.ctx, tenantId, { to: await to() });
    await read();
    await runner.runDue();
    expect(await lineOf(networkId)).toEqual(['SentBack', reason, 'returned']);
    expect(await suspense()).toBe(0);
    expect(store.find(networkId)?.backAt).toBeDefined();
    await isSound();
  });

  it('that the network does not take back goes back by the next file', async () => {
    bank.newDay();
    await read();
    const to = { bsb: '000001', accountNumber: '999999998' };
    const { networkId } = payIn(test.ctx, tenantId, { to, staysHere: true });
    await read();
    expect(await lineOf(networkId)).toEqual(['Suspense', 'unknownAccount', 'refused']);
    expect(await suspense()).toBe(25_00);
    bank.hour(19);
    await bank.exchange();
    await bank.make();
    await bank.exchange();
    expect(await lineOf(networkId)).toEqual(['SentBack', 'unknownAccount', 'refused']);
    expect(await suspense()).toBe(0);
    expect(await bank.outFiles('.aba')).toHaveLength(1);
  });

  it('that had gone back before it was read is not credited', async () => {
    bank.newDay();
    const person = await givenPayer(0n);
    await read();
    const { networkId, at } = payIn(test.ctx, tenantId, { to: accountOf(person) });
    store.save({ ...(store.find(networkId) ?? expect.fail()), backAt: at });
    await read();
    await runner.runDue();
    expect(await balance(person)).toBe(0);
    expect(await lineOf(networkId)).toEqual(['SentBack', 'wentBack', 'returned']);
  });
});

describe('the same money by the network and by a file', () => {
  const lineFor = (person: Person, reference: string, given: object = {}) =>
    depositsOf([
      { account: person.card.account.accountNumber, cents: 25_00, reference, trace: '000-111 55512345', ...given },
    ]);
  async function given() {
    bank.newDay();
    const person = await givenPayer(0n);
    await read();
    return person;
  }
  let files = 0;
  const nextName = () => `named-${(files += 1)}.deposits`;

  it('is credited once where the file names it by its number', async () => {
    const person = await given();
    const { networkId } = payIn(test.ctx, tenantId, { to: accountOf(person) });
    await read();
    const name = nextName();
    await bank.leave(name, lineFor(person, networkId));
    await bank.exchange();
    expect(await balance(person)).toBe(25_00);
    expect(await fileState(name)).toEqual([['Done', null]]);
  });

  it('is credited once where the file comes first', async () => {
    const person = await given();
    const { networkId } = payIn(test.ctx, tenantId, { to: accountOf(person) });
    const name = nextName();
    await bank.leave(name, lineFor(person, networkId));
    await bank.exchange();
    await read();
    expect(await balance(person)).toBe(25_00);
    expect([await lineOf(networkId), await fileState(name)]).toEqual([['Done', null, null], [['Done', null]]]);
  });

  it.each([
    ['another amount', { cents: 25_01 }],
    ['another origin', { trace: '000-111 55512346' }],
  ])('goes to a person where the line has %s', async (_, other) => {
    const person = await given();
    const { networkId } = payIn(test.ctx, tenantId, { to: accountOf(person) });
    await read();
    const name = nextName();
    await bank.leave(name, lineFor(person, networkId, other));
    await bank.exchange();
    expect(await balance(person)).toBe(25_00);
    expect(await fileState(name)).toEqual([['Suspense', 'perhapsInstant']]);
  });

  it('goes to a person where two lines name it', async () => {
    const person = await given();
    const { networkId } = payIn(test.ctx, tenantId, { to: accountOf(person) });
    await read();
    for (const repeat of ['', ' ']) {
      await bank.leave(nextName(), lineFor(person, networkId, { from: `Mia${repeat}Wong` }));
      await bank.exchange();
    }
    expect(await balance(person)).toBe(25_00);
    expect(await fileState(`named-${files}.deposits`)).toEqual([['Suspense', 'perhapsInstant']]);
  });

  it('goes to a person where only accounts, amount and day are the same, and another day is other money', async () => {
    const person = await given();
    payIn(test.ctx, tenantId, { to: accountOf(person) });
    await read();
    const name = nextName();
    await bank.leave(name, lineFor(person, 'Rent'));
    await bank.exchange();
    expect(await fileState(name)).toEqual([['Suspense', 'perhapsInstant']]);
    bank.newDay();
    const later = nextName();
    await bank.leave(later, lineFor(person, 'Rent again'));
    await bank.exchange();
    expect(await fileState(later)).toEqual([['Done', null]]);
    expect(await balance(person)).toBe(50_00);
  });
});

describe('a notice of the bank', () => {
  const notice = (authorization: string) =>
    test.app.inject({
      method: 'POST',
      url: `/network/instant-notices/${tenantId}`,
      headers: { authorization, 'content-type': 'application/json' },
      payload: '{"any":"thing"}',
    });

  it('makes the server read, once for all that come together', async () => {
    bank.newDay();
    const person = await givenPayer(0n);
    await read();
    payIn(test.ctx, tenantId, { to: accountOf(person) });
    for (const _ of [1, 2, 3]) expect((await notice(SANDBOX_NOTICE)).statusCode).toBe(200);
    const queued = await test.ctx.asOwner(
      "SELECT 1 FROM due_work WHERE tenant_id = $1 AND job = 'settlement.read-noticed' AND done_at IS NULL",
      [tenantId],
    );
    expect(queued.length).toBeLessThanOrEqual(2);
    test.ctx.advance(1_000);
    await runner.runDue();
    expect(await balance(person)).toBe(25_00);
  });

  it('of someone else is refused', async () => {
    expect((await notice('other')).statusCode).toBe(401);
  });
});

it('a server that ends at each statement loses nothing and doubles nothing', async () => {
  bank.newDay();
  const person = await givenPayer(0n);
  await read();
  const ids: string[] = [];
  let credited = 0;
  for (let statements = 1; ; statements += 1) {
    expect(statements).toBeLessThan(200);
    test.ctx.advance(1_000);
    const unknown = { bsb: '000001', accountNumber: '999999997' };
    ids.push(payIn(test.ctx, tenantId, { to: unknown, amount: 1_00 }).networkId);
    payIn(test.ctx, tenantId, { to: accountOf(person), amount: 1_00 });
    credited += 1_00;
    const database = dyingDatabase(test.ctx.database, statements);
    const payments = openPayments({ ...test.ctx, database, blocksMoneyOut, keepsMoneyIn });
    const dying = { ...test.ctx, database, payments };
    const died = await readMovements(dying, tenantId).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof ProcessDied)) throw error;
        return true;
      },
    );
    await read();
    test.ctx.advance(20_000);
    await runner.runDue();
    expect(await balance(person)).toBe(credited);
    if (!died) break;
  }
  test.ctx.advance(31 * MINUTE);
  await read();
  await runner.runDue();
  const states = await Promise.all(ids.map(lineOf));
  expect(new Set(states.map(String))).toEqual(
    new Set(['SentBack,unknownAccount,returned', 'Suspense,unknownAccount,refused']),
  );
  await isSound();
});
