import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { runDue } from '../../../test-support/schedules.ts';
import { returnsOf } from '../../../test-support/outside/returns-file.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import { type ExternalBody, externalBody, postMoney } from '../../../test-support/transfers.ts';
import { stopSchedules } from '../schedules/public.ts';

const bank = await givenBank({ scamHoldAmount: 300_00 });
const { test, tenantId, givenPayer, make, exchange } = bank;
afterAll(() => bank.close());

type Payer = Awaited<ReturnType<typeof givenPayer>>;
// Monday 30 November 2026, 13:00 in Melbourne: a payment that is held then is paid in December.
const MADE = '2026-11-30T02:00:00Z';
const NEXT_DAY = '2026-12-01T01:00:00Z';
const DUE = '2026-12-01T02:00:00Z';

const sumsOf = async ({ card }: Payer) => {
  const rows = await test.ctx.asOwner<{ name: string; cents: string }>(
    `SELECT counter || ' ' || since AS name, cents FROM payment_count
      WHERE member_account_id = $1 AND counter NOT LIKE 'un%:%' ORDER BY 1`,
    [card.account.id],
  );
  return Object.fromEntries(rows.map(({ name, cents }) => [name, Number(cents)]));
};
const transfer = async (payer: Payer, given: object = {}) => {
  const body = externalBody(payer.card.account, { Amount: 350, ...given });
  expect(outcomeOf(await postMoney(test, 'transfer/external', payer.headers, body))).toBe('ok');
};
const stop = async ({ card, headers }: Payer) => {
  const { accountNumber } = card.account;
  const listed = await getApi(test, `schedulePayments?accountNumber=${accountNumber}`, headers);
  const [held] = [...listed.json().transferPayments, ...listed.json().bpayPayments];
  const body = { scheduledPaymentId: held.id, accountNumber };
  expect(outcomeOf(await postApi(test, 'schedulePayments/delete', headers, body))).toBe('ok');
};
const sendAll = async (at: string) => {
  test.ctx.setBusinessTime(at);
  await make();
  await exchange();
  await exchange();
};

// Ways in which a payment of 30 November ends unpaid in December. The sandbox bank returns payments to accounts that
// begin with 90000000, depending on the last digit.
const ENDS: Readonly<
  Record<string, { readonly given?: Partial<ExternalBody>; readonly end: (payer: Payer) => Promise<unknown> }>
> = {
  'stopped by its payer': {
    end: (payer) => {
      test.ctx.setBusinessTime(NEXT_DAY);
      return stop(payer);
    },
  },
  'stopped by the programme': {
    end: ({ card }) => {
      test.ctx.setBusinessTime(NEXT_DAY);
      const whose = { memberAccountIds: [card.account.id], holderIds: [] };
      return test.ctx.database.transact(tenantId, (tx) => stopSchedules({ ctx: test.ctx, tx, tenantId }, whose));
    },
  },
  'refused when its time has come': {
    end: async ({ card }) => {
      await test.ctx.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [card.id]);
      test.ctx.setBusinessTime(DUE);
      await runDue(test.ctx, tenantId);
    },
  },
  'paid in December and returned': {
    given: { DestinationAccountNumber: '900000005' },
    end: async () => {
      test.ctx.setBusinessTime(DUE);
      await runDue(test.ctx, tenantId);
      await sendAll('2026-12-01T07:30:00Z');
    },
  },
  'not held, and returned days later': {
    given: { Amount: 250 },
    end: async () => {
      await sendAll('2026-11-30T07:30:00Z');
      test.ctx.setBusinessTime('2026-12-03T02:00:00Z');
      const returned = { account: '44172208', cents: '25000', code: '5', reference: 'Bond, Wilson St', day: '30' };
      await bank.leave('late.returns', returnsOf([returned], { on: '2026-12-03' }));
      await exchange();
    },
  },
};

describe('a payment to another bank in November restores the limit of November when', () => {
  it.each(Object.entries(ENDS))('%s', async (_, { given, end }) => {
    test.ctx.setBusinessTime(MADE);
    const payer = await givenPayer();
    await transfer(payer, given);
    const counted = given?.Amount === 250 ? 250_00 : 350_00;
    expect(await sumsOf(payer)).toMatchObject({ 'transferCategory 2 2026-11-01': counted });
    await end(payer);
    expect(await sumsOf(payer)).toEqual({ 'dailyPayments 2026-11-30': 0, 'transferCategory 2 2026-11-01': 0 });
  });
});
