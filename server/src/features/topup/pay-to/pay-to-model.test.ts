import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { AGREED } from '../../../../test-support/auto-topups.ts';
import { dyingDatabase, givenRunner, ProcessDied } from '../../../../test-support/due-work.ts';
import { givenSession } from '../../../../test-support/factories.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { brokenStatements } from '../../../../test-support/sampled.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import type { AgreementBank } from '../../../outside/npp/agreements/port.ts';
import type { OutsideOutcome } from '../../../outside/outcome.ts';
import { folderAgreementStore } from '../../../outside/npp/agreements/sandbox.ts';
import { keyOfCall } from '../../../outside/recorded-call.ts';
import { PAY_TO_INVARIANTS } from './pay-to-invariants.store.ts';
import { payToJobs, runPayTo } from './pay-to.due.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const bank = await givenBank();
const { test, tenantId } = bank;
const runner = givenRunner(test.ctx, payToJobs);
afterAll(async () => {
  await runner.stop();
  await bank.close();
});
type Context = typeof test.ctx;
type Payer = Awaited<ReturnType<typeof bank.givenPayer>>;

/** A person with 50.00 who has asked for an agreement of 200.00 below 100.00. */
async function givenAsked(AccountNumber: string): Promise<Payer> {
  bank.newDay();
  const payer = await bank.givenPayer(50_00n);
  const { headers } = await givenSession(test.ctx, { webAccount: payer.webAccount });
  const body = { ...AGREED, Bsb: '000-111', AccountNumber, MemberNumber: payer.card.account.accountNumber };
  expect((await postApi(test, 'topup/pay-to', headers, body)).json()).toHaveProperty('AutoTopUpId');
  return payer;
}

async function rounds(ctx: Context, due: { runDue(): Promise<unknown> }, count: number, ms: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    test.ctx.advance(ms);
    try {
      await runPayTo(ctx, tenantId, { atOnce: 50 });
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
    }
    await due.runDue();
  }
}
/** A server that works goes on until leases have ended and each call is decided, and over two mornings. */
async function settle(): Promise<void> {
  await rounds(test.ctx, runner, 11, 3 * MINUTE);
  for (const hours of [24, 24]) {
    test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + hours * HOUR).toISOString());
    await rounds(test.ctx, runner, 3, 6 * SECOND);
  }
  // A debit of the last morning is decided too, by 2 hours after its call.
  await rounds(test.ctx, runner, 5, 6 * SECOND);
  await rounds(test.ctx, runner, 5, 30 * MINUTE);
}

const store = folderAgreementStore(
  path.join(test.ctx.config.dataFolder, 'sandbox-agreements'),
  path.join(test.ctx.config.dataFolder, 'sandbox-agreement-debits'),
);

/** Debits of an account by their states, and what the bank took. */
async function moneyOf(payer: Payer) {
  const rows = await test.ctx.asOwner<{ state: string; reference: string; amount: number }>(
    'SELECT state, reference::text, amount::int FROM direct_debit WHERE member_account_id = $1 ORDER BY id',
    [payer.card.account.id],
  );
  const taken = rows.map(({ reference }) =>
    store.debits.find(keyOfCall({ name: 'topup.ask-about-debit' }, { tenantId, id: reference })),
  );
  const paid = taken.filter((debit) => debit !== undefined && debit.refusal === undefined);
  return {
    states: rows.map(({ state }) => state),
    credited: Number(await balanceOf(test.ctx, payer.card.account)) - 50_00,
    taken: paid.reduce((sum, debit) => sum + (debit?.amount ?? 0), 0),
  };
}
/** Ends what an earlier round has left, which would be judged on each later day. */
async function forget(payer: Payer): Promise<void> {
  const account = [payer.card.account.id];
  await test.ctx.asOwner(
    "UPDATE auto_topup SET state = 'Cancelled', ended_by = 'desk' WHERE member_account_id = $1 AND state <> 'Cancelled'",
    account,
  );
  await test.ctx.asOwner('UPDATE pay_to_agreement SET look_at = NULL WHERE member_account_id = $1', account);
}
/** Nothing is lost, nothing is doubled, and nothing stays open. */
function expectAgreed(label: unknown, { states, credited, taken }: Awaited<ReturnType<typeof moneyOf>>): void {
  const count = states.filter((state) => state === 'Credited').length;
  expect([label, credited, taken]).toEqual([label, count * 200_00, count * 200_00]);
  expect([label, states.filter((state) => state === 'Made' || state === 'Sent')]).toEqual([label, []]);
}

it('credits what the bank took, wherever a server dies', { timeout: 300_000 }, async () => {
  const ends: Record<string, Set<string>> = {};
  for (const account of ['92000001', '92000006']) {
    for (const diesAt of brokenStatements()) {
      const payer = await givenAsked(account);
      let died = false;
      const database = dyingDatabase(test.ctx.database, diesAt, () => {
        died = true;
      });
      const ctx = { ...test.ctx, database };
      const dying = givenRunner(ctx, payToJobs);
      await rounds(ctx, dying, 6, 6 * SECOND);
      await dying.stop();
      await settle();
      const money = await moneyOf(payer);
      expectAgreed([account, diesAt], money);
      await forget(payer);
      (ends[account] ??= new Set()).add(money.states.join(' '));
      if (!died) break;
    }
  }
  expect([...(ends['92000001'] ?? [])].toSorted()).toContain('Credited');
  expect([...(ends['92000006'] ?? [])].toSorted()).toContain('Credited');
});

/** Numbers from 0 to 1 that are the same in every run. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The sandbox's bank, which loses calls and answers, and repeats earlier answers about an agreement. */
function unreliable(of: AgreementBank, next: () => number): AgreementBank {
  const earlier = new Map<string, OutsideOutcome<unknown>>();
  const lost = { kind: 'unknown', code: 'time_limit' } as const;
  async function maybe<T>(work: () => Promise<OutsideOutcome<T>>): Promise<OutsideOutcome<T>> {
    const chance = next();
    if (chance < 0.15) return lost;
    const outcome = await work();
    return chance < 0.35 ? lost : outcome;
  }
  return {
    ask: (asked) => maybe(() => of.ask(asked)),
    agreementOf: (key, agoMs) =>
      maybe(async () => {
        const known = earlier.get(key);
        const now = await of.agreementOf(key, agoMs);
        earlier.set(key, now);
        return known !== undefined && next() < 0.25 ? (known as typeof now) : now;
      }),
    change: (bankId, to) => maybe(() => of.change(bankId, to)),
    debit: (debit) => maybe(() => of.debit(debit)),
    debitOf: (key, agoMs) => maybe(() => of.debitOf(key, agoMs)),
  };
}

it('credits what the bank took, whatever answers are lost, repeated or late', { timeout: 300_000 }, async () => {
  const given = test.ctx.outside.agreements(tenantId);
  if (!given) throw new Error('the sandbox has agreements');
  let credited = 0;
  for (let seed = 1; seed <= 30; seed += 1) {
    const payer = await givenAsked(seed % 2 === 0 ? '92000001' : '92000006');
    const agreements = unreliable(given, numbersOf(seed));
    const ctx = { ...test.ctx, outside: { ...test.ctx.outside, agreements: () => agreements } };
    const other = givenRunner(ctx, payToJobs);
    await rounds(ctx, other, 20, 6 * SECOND);
    await other.stop();
    await settle();
    const money = await moneyOf(payer);
    expectAgreed(seed, money);
    await forget(payer);
    credited += money.credited;
  }
  expect(credited).toBeGreaterThan(15 * 200_00);
});

it('keeps what verify proves', async () => {
  for (const { name, broken } of PAY_TO_INVARIANTS) expect([name, await test.ctx.asOwner(broken)]).toEqual([name, []]);
});
