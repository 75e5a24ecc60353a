import type * as MethodList from '@wattle/contract/rules/payment-method-list.ts';
import type * as MethodCalls from '@wattle/contract/transfers/method-calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AliasBank } from '../../test-support/alias/alias.bank.ts';
import type * as Opened from '../outside/outside.ts';
import type * as ServerMethods from '../compose/payment-methods.ts';

// The lists that a new payment method is written into, and where its bank is opened. Nothing else of the product knows
// the sample. Files of tests share their modules, so this one loads the server again and leaves none of it behind.
vi.resetModules();
vi.doMock('@wattle/contract/rules/payment-method-list.ts', async (original) => {
  const { PAYMENT_METHODS } = await original<typeof MethodList>();
  const { ALIAS } = await import('@wattle/contract/test-support/alias-facts.ts');
  return { PAYMENT_METHODS: { ...PAYMENT_METHODS, alias: ALIAS } };
});
vi.doMock('@wattle/contract/transfers/method-calls.ts', async (original) => {
  const { METHOD_CALLS } = await original<typeof MethodCalls>();
  const { aliasCall } = await import('@wattle/contract/test-support/alias.ts');
  return { METHOD_CALLS: { ...METHOD_CALLS, alias: aliasCall } };
});
vi.doMock('../compose/payment-methods.ts', async (original) => {
  const { paymentMethods } = await original<typeof ServerMethods>();
  const { aliasMethod } = await import('../../test-support/alias/alias.method.ts');
  return { paymentMethods: [...paymentMethods, aliasMethod] };
});
vi.doMock('../outside/outside.ts', async (original) => {
  const { openOutside } = await original<typeof Opened>();
  const { openAliasBank } = await import('../../test-support/alias/alias.bank.ts');
  return {
    openOutside: (...of: Parameters<typeof openOutside>) => ({ ...openOutside(...of), alias: openAliasBank() }),
  };
});

const { givenBank } = await import('../../test-support/outside/bank.ts');
const { givenTicket, postTicket } = await import('../../test-support/files/downloads.ts');
const { outcomeOf } = await import('../../test-support/payees.ts');
const { nodesOf, readPdf } = await import('../../test-support/files/read-pdf.ts');
const { runDue } = await import('../../test-support/schedules.ts');
const { givenBrand, givenProduct } = await import('../../test-support/factories.ts');
const { getApi, givenUser, postApi } = await import('../../test-support/signed-in.ts');
const { balanceOf, postMoney } = await import('../../test-support/transfers.ts');
const { dyingDatabase, givenRunner } = await import('../../test-support/due-work.ts');
const { callJobs } = await import('../features/settlement/calls/pay-by-call.ts');
const { SETTLEMENT_INVARIANTS } = await import('../features/settlement/public.ts');
const { transferReceipt } = await import('@wattle/contract/transfers/receipt.ts');

const bank = await givenBank({ alias: true, paymentLimit: 500_00 });
const { test, tenantId } = bank;
const { alias } = test.ctx.outside as unknown as { readonly alias: AliasBank };
const runner = givenRunner(test.ctx, callJobs);

/** The sample's migration. */
beforeAll(() =>
  test.ctx.asOwner(
    `CREATE OR REPLACE FUNCTION payment_methods() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN ARRAY['bpay', 'internal', 'external', 'payId', 'alias']`,
  ),
);
/** Its flag, and its text as a brand words it. */
beforeAll(() =>
  test.ctx.asOwner(
    `UPDATE brand SET texts = jsonb_set(texts, '{enAU}', $1), settings = jsonb_set(settings, '{Features,alias}', 'true')
      WHERE tenant_id = $2`,
    [JSON.stringify({ 'transfers:kind.alias': 'alias', 'transfers:receipt.alias': 'alias {{reference}}' }), tenantId],
  ),
);
afterAll(async () => {
  await runner.stop();
  await bank.close();
  vi.doUnmock('@wattle/contract/rules/payment-method-list.ts');
  vi.doUnmock('@wattle/contract/transfers/method-calls.ts');
  vi.doUnmock('../compose/payment-methods.ts');
  vi.doUnmock('../outside/outside.ts');
  vi.resetModules();
});

type Payer = Awaited<ReturnType<typeof bank.givenPayer>>;
const bodyOf = ({ card }: Payer, given: object) => ({
  MemberNumber: card.account.accountNumber,
  Alias: 'jordan@example.com',
  AliasName: 'Jordan Blake',
  Amount: 10,
  Reference: 'Bond, Wilson St',
  ...given,
});
const payById = (payer: Payer, given: object = {}) =>
  postMoney(test, 'transfer/alias', payer.headers, bodyOf(payer, given));
const receiptOf = async (payer: Payer, given: object = {}) =>
  (await payById(payer, given)).json<{ ReceiptNumber: string }>().ReceiptNumber;
const course = async ({ headers, card }: Payer, receiptNumber: string) => {
  const { accountNumber } = card.account;
  const answer = await postApi(test, 'transfer/getPaymentCourse', headers, { accountNumber, receiptNumber });
  return answer.json<{ Course: { State: string; Method: string }; Again: object }>();
};

describe('a payment method of the tests alone', () => {
  it('is offered by the cards whose product allows it', async () => {
    const payer = await bank.givenPayer();
    const listed = await getApi(test, 'card/cards', payer.headers);
    expect(listed.body).toContain('"IsAliasAllowed":true');
  });

  it('is off at a brand that was stored before it', async () => {
    const brand = await givenBrand(test.ctx);
    await test.ctx.asOwner("UPDATE brand SET settings = settings #- '{Features,alias}' WHERE id = $1", [brand.id]);
    const product = await givenProduct(test.ctx, { brand, settings: { alias: true } });
    const payer = await givenUser(test.ctx, { brand, product, balance: 100_00n });
    const { statusCode, body } = await getApi(test, 'card/cards', payer.headers);
    expect([statusCode, body]).toEqual([200, expect.stringContaining('"IsAliasAllowed":false')]);
    expect(outcomeOf(await payById(payer))).toEqual(['10001', 'MemberNumber']);
  });

  it('pays, counts towards the daily limit and says how to pay again', async () => {
    const payer = await bank.givenPayer();
    const receipt = await receiptOf(payer, { Amount: 300 });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(8_700_00n);
    expect(outcomeOf(await payById(payer, { Amount: 200.01 }))).toEqual(['20242', 'Amount']);
    const { Course, Again } = await course(payer, receipt);
    expect(Course).toMatchObject({ State: 'Made', Method: 'alias' });
    expect(Again).toMatchObject({ Method: 'alias', Bsb: '', AccountNumber: 'jordan@example.com', Amount: 300 });
  });

  it('gets a receipt with the words of its method', async () => {
    const payer = await bank.givenPayer();
    const receiptNumber = await receiptOf(payer);
    const parameters = { accountNumber: payer.card.account.accountNumber, receiptNumber };
    const ticket = await givenTicket(test, payer.headers, transferReceipt.name, parameters);
    const response = await postTicket(test, 'download/transferReceipt', ticket);
    expect(response.statusCode).toBe(200);
    const { trees } = await readPdf(response.rawPayload);
    const rows = trees.flatMap((tree) => nodesOf(tree, 'TR').map((row) => row.children.map(({ text }) => text)));
    expect(rows).toContainEqual(['To', 'Jordan Blakealias jordan@example.com']);
    expect(rows).toContainEqual(['Description they see', 'Bond, Wilson St']);
  });

  it('says whose a number is', async () => {
    const { headers } = await bank.givenPayer();
    const found = await postApi(test, 'transfer/aliasName', headers, { Alias: ' Jordan@Example.com ' });
    expect(found.json()).toEqual({ Name: 'Jordan Blake' });
    const nobody = await postApi(test, 'transfer/aliasName', headers, { Alias: 'nobody@example.com' });
    expect(outcomeOf(nobody)).toEqual(['404', 'Alias']);
  });

  it('is listed while it is scheduled and paid on its day, whatever day that is', async () => {
    bank.newDay();
    const payer = await bank.givenPayer();
    const day = Temporal.PlainDate.from(bank.today()).add({ days: 8 }).toString();
    expect(outcomeOf(await payById(payer, { PaymentFrequency: 21, FutureDate: day }))).toBe('ok');
    const answer = await getApi(
      test,
      `schedulePayments?accountNumber=${payer.card.account.accountNumber}`,
      payer.headers,
    );
    expect(answer.json()).toMatchObject({
      transferPayments: [
        { transferType: 5, accountName: 'Jordan Blake', accountNumber: 'jordan@example.com', bsb: null, nextDate: day },
      ],
      bpayPayments: [],
    });
    test.ctx.setBusinessTime(`${day}T02:00:00Z`);
    await runDue(test.ctx, tenantId);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(8_990_00n);
  });
});

describe('a payment that the bank is asked for by a call', () => {
  const SECOND = 1_000;
  const MINUTE = 60 * SECOND;
  beforeEach(async () => {
    Object.assign(alias, { mood: 'settles', isAnswering: true, during: undefined });
    await runner.runDue();
    alias.calls.length = 0;
    alias.questions.length = 0;
  });

  async function after(ms: number) {
    test.ctx.advance(ms);
    await runner.runDue();
  }

  /** Where the money of a payment of 10.00 is: its state, the payer's cents, and those under way. */
  async function moneyOf(payer: Payer, receipt: string) {
    const { State } = (await course(payer, receipt)).Course;
    return [State, Number(await balanceOf(test.ctx, payer.card.account)), await underWay()];
  }
  async function underWay() {
    const rows = await test.ctx.asOwner<{ cents: number }>(
      "SELECT balance::int AS cents FROM ledger_account WHERE tenant_id = $1 AND kind = 'instant'",
      [tenantId],
    );
    return rows[0]?.cents ?? 0;
  }
  const notices = async () =>
    (
      await test.ctx.asOwner<{ sent: number }>(
        "SELECT count(DISTINCT dedup_key)::int AS sent FROM outbox_message WHERE template = 'paymentReturned'",
      )
    )[0]?.sent ?? 0;

  it('is sent after it was posted, and settled by the answer', async () => {
    const payer = await bank.givenPayer();
    const receipt = await receiptOf(payer);
    expect([alias.calls.length, await moneyOf(payer, receipt)]).toEqual([0, ['Made', 8_990_00, 10_00]]);
    await runner.runDue();
    expect(await moneyOf(payer, receipt)).toEqual(['Settled', 8_990_00, 0]);
    expect(alias.calls).toEqual([
      {
        key: expect.stringMatching(/^[\w-]{22}$/),
        bsb: '',
        accountNumber: 'jordan@example.com',
        name: 'Jordan Blake',
        amount: 10_00n,
        remitter: expect.any(String),
        reference: 'Bond, Wilson St',
      },
    ]);
    await after(10 * MINUTE);
    expect([alias.calls.length, alias.questions]).toEqual([1, []]);
    await bank.make();
    expect(await bank.outFiles('.aba')).toEqual([]);
  });

  it('waits for no connection while the bank is asked', async () => {
    const payer = await bank.givenPayer();
    await receiptOf(payer);
    let open = -1;
    alias.during = async () => {
      const [row] = await test.ctx.asOwner<{ open: number }>(
        "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
      );
      open = row?.open ?? -1;
    };
    await runner.runDue();
    expect([alias.calls.length, open]).toEqual([1, 0]);
  });

  it('is on its way until the bank settles it later', async () => {
    alias.mood = 'takes';
    const payer = await bank.givenPayer();
    const receipt = await receiptOf(payer);
    await runner.runDue();
    expect(await moneyOf(payer, receipt)).toEqual(['Sent', 8_990_00, 10_00]);
    await after(5 * SECOND);
    expect(await moneyOf(payer, receipt)).toEqual(['Sent', 8_990_00, 10_00]);
    alias.answer(alias.calls[0]?.key ?? '', 'settles');
    await after(MINUTE);
    expect(await moneyOf(payer, receipt)).toEqual(['Settled', 8_990_00, 0]);
    expect([alias.calls.length, alias.questions]).toEqual([1, [alias.calls[0]?.key, alias.calls[0]?.key]]);
  });

  it.each(['at once', 'later'])(
    'comes back once where the bank refuses it %s, and its payer hears of it',
    async (when) => {
      alias.mood = when === 'later' ? 'takes' : 'refuses';
      const payer = await bank.givenPayer();
      const before = await notices();
      const receipt = await receiptOf(payer);
      await runner.runDue();
      alias.answer(alias.calls[0]?.key ?? '', 'refuses');
      await after(5 * SECOND);
      await after(MINUTE);
      expect(await moneyOf(payer, receipt)).toEqual(['Returned', 9_000_00, 0]);
      expect([alias.calls.length, (await notices()) - before]).toEqual([1, 1]);
      const [sum] = await test.ctx.asOwner(
        "SELECT cents::int FROM payment_count WHERE member_account_id = $1 AND counter = 'dailyPayments'",
        [payer.card.account.id],
      );
      expect(sum).toEqual({ cents: 0 });
    },
  );

  it('is asked about until the bank answers where its answer was lost, and not sent again', async () => {
    Object.assign(alias, { mood: 'silent', isAnswering: false });
    const payer = await bank.givenPayer();
    const receipt = await receiptOf(payer);
    await runner.runDue();
    await after(5 * SECOND);
    expect(await moneyOf(payer, receipt)).toEqual(['Made', 8_990_00, 10_00]);
    alias.isAnswering = true;
    await after(MINUTE);
    expect(await moneyOf(payer, receipt)).toEqual(['Settled', 8_990_00, 0]);
    expect([alias.calls.length, alias.questions.length]).toEqual([1, 2]);
  });

  it.each(['lost', 'away'] as const)(
    'comes back where it is certain that the bank has not got it: %s',
    async (mood) => {
      alias.mood = mood;
      const payer = await bank.givenPayer();
      const receipt = await receiptOf(payer);
      await runner.runDue();
      await after(5 * SECOND);
      expect(await moneyOf(payer, receipt)).toEqual(['Returned', 9_000_00, 0]);
      expect(alias.calls).toEqual([]);
    },
  );

  it('reaches the desk where the bank has not answered for 2 hours, and its money stays under way', async () => {
    Object.assign(alias, { mood: 'silent', isAnswering: false });
    const payer = await bank.givenPayer();
    await receiptOf(payer);
    await runner.runDue();
    for (let minutes = 0; minutes <= 130; minutes += 10) await after(10 * MINUTE);
    const dead = await test.ctx.asOwner('SELECT job, last_error FROM due_work WHERE dead_at IS NOT NULL');
    expect(dead).toEqual([{ job: 'settlement.ask-about-payment', last_error: 'unknown' }]);
    expect([Number(await balanceOf(test.ctx, payer.card.account)), await underWay()]).toEqual([8_990_00, 10_00]);
    await test.ctx.asOwner('UPDATE due_work SET dead_at = NULL WHERE dead_at IS NOT NULL');
    alias.isAnswering = true;
    await runner.runDue();
    expect(await underWay()).toBe(0);
  });

  it('is stopped by its payer before it is sent, and not after', async () => {
    const payer = await bank.givenPayer();
    const [stopped, gone] = [await receiptOf(payer), await receiptOf(payer)];
    const report = (receiptNumber: string) =>
      postApi(test, 'transfer/reportMistakenPayment', payer.headers, {
        accountNumber: payer.card.account.accountNumber,
        receiptNumber,
      });
    expect((await report(stopped)).json()).toMatchObject({ State: 'Recovered' });
    await runner.runDue();
    expect((await report(gone)).json()).toMatchObject({ State: 'Asked' });
    expect(alias.calls.length).toBe(1);
    expect(await moneyOf(payer, stopped)).toEqual(['Returned', 8_990_00, 0]);
    expect(await moneyOf(payer, gone)).toEqual(['Settled', 8_990_00, 0]);
  });

  it('is paid once, or comes back once, wherever a server dies', async () => {
    const states = new Set<string>();
    let isUntouched = false;
    for (let diesAt = 1; !isUntouched; diesAt += 1) {
      alias.calls.length = 0;
      const payer = await bank.givenPayer(100_00n);
      await receiptOf(payer);
      let died = false;
      const database = dyingDatabase(test.ctx.database, diesAt, () => {
        died = true;
      });
      const dying = givenRunner({ ...test.ctx, database }, callJobs);
      await dying.runDue();
      await dying.stop();
      isUntouched = !died;
      // Its leases end, and the waits after failures.
      for (let minute = 0; minute < 3; minute += 1) await after(MINUTE);
      const [row] = await test.ctx.asOwner<{ state: string }>(
        'SELECT state FROM payment_out WHERE member_account_id = $1',
        [payer.card.account.id],
      );
      states.add(row?.state ?? '');
      const isPaid = alias.calls.length === 1;
      expect([diesAt, row?.state, Number(await balanceOf(test.ctx, payer.card.account)), await underWay()]).toEqual(
        isPaid ? [diesAt, 'Settled', 90_00, 0] : [diesAt, 'Returned', 100_00, 0],
      );
    }
    // Between the record of a call and the call it has died too.
    expect([...states].toSorted()).toEqual(['Returned', 'Settled']);
  });

  it('is asked about and not sent after a restore, which may have lost its call', async () => {
    const payer = await bank.givenPayer();
    const receipt = await receiptOf(payer);
    await test.ctx.asOwner('SELECT hold_instance(now(), now())');
    await runner.runDue();
    expect([alias.calls, alias.questions.length]).toEqual([[], 1]);
    expect(await moneyOf(payer, receipt)).toEqual(['Returned', 9_000_00, 0]);
  });

  it('agrees with its call, as verify has it', async () => {
    for (const { name, broken } of SETTLEMENT_INVARIANTS)
      expect([name, await test.ctx.asOwner(broken)]).toEqual([name, []]);
  });
});
