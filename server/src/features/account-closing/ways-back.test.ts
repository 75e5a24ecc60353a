import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test-support/app.ts';
import { givenReturnLine } from '../../../test-support/auto-topups.ts';
import { givenBank, putInAcceptedFile } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { type Opened, payByCard } from '../../../test-support/outside/gateway.ts';
import { postCents } from '../../../test-support/ledger/ledger-money.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenOrderOnAccount, type OrderOnAccount } from '../../../test-support/desk/order-on-account.ts';
import { IS_FULL } from '../../../test-support/sampled.ts';
import { postApi } from '../../../test-support/signed-in.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { debtsJobs, notifyDebts } from '../debts/due.ts';
import { forcedDebit } from '../debts/public.ts';
import { disputeOutcome } from '../disputes/dispute-outcome.kind.ts';
import { disputesJobs } from '../disputes/due.ts';
import { provisionalCredit } from '../disputes/provisional-credit.kind.ts';
import { takeChargeback } from '../gateway/chargeback.ts';
import { comeBack } from '../settlement/answers/come-back.kind.ts';
import { creditDebit } from '../topup/auto/credit-debit.kind.ts';
import { takeCardBack } from '../store/take-back.kind.ts';
import { debitReturn } from '../topup/public.ts';

type Bank = Awaited<ReturnType<typeof givenBank>>;
type Payer = Awaited<ReturnType<Bank['givenPayer']>>;
/** One event of a history. */
type Act = () => Promise<unknown>;
type Way = {
  /** Cents that it brings the person, negative if it takes them. */
  readonly cents: bigint;
  /** Prepares the transaction that is later undone, and returns the event that undoes it. */
  given(payer: Payer): Promise<Act>;
  /** Cents that are spent first and then undone; money of an order is spent before other money. */
  readonly spends?: bigint;
  /** Messages of which one is sent to the person; none if no one is notified. */
  readonly notices: Readonly<Record<'open' | 'closed', readonly string[]>>;
};

const STATES = ['open', 'empty', 'owing', 'closed', 'deceased'] as const;
type State = (typeof STATES)[number];

const ledger = openLedger();
const TO_BANK = { bsb: '000-101', to: '61200447', name: 'Amelia Chen' };
const BOUGHT = 20_00n;
const ORDERED = 40_00n;
const takesBack = { open: ['debitForced', 'debtMade'], closed: ['debtMade'] };
const bringsBack = { open: [], closed: ['formerMoneyKept'] };

let bank: Bank;
let test: TestApp;
beforeAll(async () => {
  bank = await givenBank({ schemeTopUp: true, maxBalance: 9_000_00, maxBalanceUnverified: 9_000_00 });
  test = bank.test;
  bank.newDay();
});
afterAll(() => bank.close());

let keys = 0;
const submit = (kind: Parameters<TestApp['ctx']['payments']['submit']>[0]['kind'], input: object, key?: string) =>
  test.ctx.payments.submit({
    tenantId: bank.tenantId,
    actor: 'desk',
    isRetryable: true,
    kind,
    input,
    key: key ?? `back:${(keys += 1)}`,
  });

/** One cleared purchase of 20.00 per person, with a dispute if requested. */
const purchases = new Map<bigint, ReturnType<typeof purchaseOf>>();
async function bought({ card }: Payer) {
  const known = purchases.get(card.id);
  if (known) return known;
  const message = purchaseOf(card, { amount: Number(BOUGHT) });
  purchases.set(card.id, message);
  await sendNetwork(test, 'authorisations', message);
  await sendNetwork(test, 'clearings', { ...message, reference: `${message.reference}C`, original: message.reference });
  return message;
}
async function disputed(payer: Payer): Promise<string> {
  await bought(payer);
  const { account } = payer.card;
  const found = () =>
    test.ctx.asOwner<{ reference: string }>('SELECT reference FROM dispute WHERE member_account_id = $1', [account.id]);
  const [known] = await found();
  if (known) return known.reference;
  const [row] = await test.ctx.asOwner<{ seq: string }>(
    "SELECT max(seq) AS seq FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'purchase'",
    [account.ledgerAccountId],
  );
  const opened = await postApi(test, 'dispute/open', payer.headers, {
    accountNumber: account.accountNumber,
    Sequence: Number(row?.seq),
    Reason: 'notMine',
    Explanation: 'Not me.',
  });
  const { Reference } = opened.json<{ Reference: string }>();
  await test.ctx.asOwner("UPDATE dispute SET state = 'Submitted' WHERE reference = $1", [Reference]);
  return Reference;
}

/** One order per person that loaded 40.00. */
const orders = new Map<bigint, Promise<OrderOnAccount>>();
function orderOf({ card }: Payer): Promise<OrderOnAccount> {
  const order = orders.get(card.id) ?? givenOrderOnAccount(test, card, ORDERED);
  orders.set(card.id, order);
  return order;
}

const WAYS: Readonly<Record<string, Way>> = {
  'a returned payment': {
    cents: 25_00n,
    spends: 25_00n,
    notices: bringsBack,
    async given(payer) {
      await bank.pay(payer, { Amount: 25 });
      const [row] = await test.ctx.asOwner<{ id: string }>(
        'SELECT max(transfer_id) AS id FROM payment_out WHERE member_account_id = $1 AND NOT is_deposit',
        [payer.card.account.id],
      );
      await putInAcceptedFile(test.ctx, BigInt(row?.id ?? 0));
      return () => submit(comeBack, { from: null, transferId: row?.id, code: '3' });
    },
  },
  'a dishonoured direct debit': {
    cents: -30_00n,
    notices: takesBack,
    async given({ card: { account } }) {
      const [row] = await test.ctx.asOwner<{ id: string }>(
        `WITH agreed AS (
           INSERT INTO auto_topup (public_id, tenant_id, member_account_id, web_account_id, agreement_version,
                                   accepted_at, account_name, bsb, account_number, trigger_amount, amount, maximum,
                                   state, ended_by, code_hash, code_until, deposit_by, deposit_transfer_id)
           VALUES (gen_random_uuid(), $1, $2, 1, '1', now(), 'Amelia', '000101', '44172208', 100, 3000, 5000,
                   'Cancelled', 'person', $3, '2026-12-20', '2026-11-25', 1) RETURNING id)
         INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, name, bsb, account_number, amount,
                                   state, fired_at)
         SELECT $1, id, $2, 'Amelia', '000101', '44172208', 3000, 'Collected', now() FROM agreed RETURNING id`,
        [bank.tenantId, account.id, Buffer.alloc(32)],
      );
      const debitId = BigInt(row?.id ?? 0);
      expect((await submit(creditDebit, { debitId })).ok).toBe(true);
      const from = await givenReturnLine(test.ctx, bank.tenantId);
      return () => submit(debitReturn, { debitId, code: '2', from });
    },
  },
  'a claim of the bank': {
    cents: -15_00n,
    notices: takesBack,
    given: ({ card }) => {
      const claim = { memberAccountId: card.account.id, amount: 15_00n, cause: 'autoTopUp', reference: 'claim' };
      return Promise.resolve(() => submit(forcedDebit, claim, `claim:${card.id}`));
    },
  },
  'a reversed load by card': {
    cents: -50_00n,
    notices: takesBack,
    async given(payer) {
      const { accountNumber } = payer.card.account;
      // All payers use the same sandbox card, which would trigger the limit against card testing.
      await test.ctx.asOwner('DELETE FROM gateway_attempt');
      const asked = await postApi(test, 'payment/initiate', payer.headers, { accountNumber, amount: 50 });
      const opened = asked.json<Opened>();
      await payByCard(test, opened, 'noNotice');
      await postApi(test, 'payment/state', payer.headers, { accountNumber, Sid: opened.Sid });
      return () => takeChargeback(test.ctx, bank.tenantId, `ch.${opened.Sid}`);
    },
  },
  'a refund by the shop': {
    cents: BOUGHT,
    spends: BOUGHT,
    notices: bringsBack,
    async given(payer) {
      const message = await bought(payer);
      return () =>
        sendNetwork(test, 'refunds', { ...message, reference: `${message.reference}R`, original: message.reference });
    },
  },
  'a provisional credit': {
    cents: BOUGHT,
    spends: BOUGHT,
    notices: { open: [], closed: [] },
    async given(payer) {
      const reference = await disputed(payer);
      return () => submit(provisionalCredit, { reference, amount: BOUGHT });
    },
  },
  'a chargeback of the scheme': {
    cents: BOUGHT,
    spends: BOUGHT,
    notices: { open: ['disputeNews'], closed: ['disputeNews', 'formerMoneyKept'] },
    async given(payer) {
      const reference = await disputed(payer);
      return () => submit(disputeOutcome, { reference, resolution: 'chargeback', amount: BOUGHT });
    },
  },
  // Its buyer is notified instead of its holder: store/order-endings.test.ts.
  'a taken-back order': {
    cents: -ORDERED,
    notices: { open: [], closed: [] },
    async given(payer) {
      const { itemId } = await orderOf(payer);
      const asked = { tenantId: bank.tenantId, itemId, as: 'takenBack', actor: 'guest', requestId: 'test' } as const;
      return () => takeCardBack(test.ctx, asked);
    },
  },
  'a chargeback of an order': {
    cents: -ORDERED,
    notices: { open: [], closed: [] },
    async given(payer) {
      const { charge } = await orderOf(payer);
      return () => takeChargeback(test.ctx, bank.tenantId, charge);
    },
  },
};
const OF_ORDER = new Set(['a taken-back order', 'a chargeback of an order']);
/** Ways that return the same cents, so that two of them bring as much as one. */
const OF_PURCHASE = new Set(['a refund by the shop', 'a provisional credit', 'a chargeback of the scheme']);
/** A closed account gets no provisional credit. */
const isRefused = (name: string, state: State) => state === 'closed' && name === 'a provisional credit';

const least = (...all: readonly bigint[]) => all.reduce((a, b) => (a < b ? a : b));

/** Cents that two events bring, in order: for an order the unspent rest, and for one purchase its amount once. */
function expectedOf(state: State, before: bigint, ways: readonly string[]): bigint {
  const bought = ways.some((name) => OF_PURCHASE.has(name)) ? BOUGHT : 0n;
  let spent = bought + ways.reduce((sum, name) => sum + (OF_PURCHASE.has(name) ? 0n : (WAYS[name]?.spends ?? 0n)), 0n);
  let position = before;
  const done = new Set<string>();
  for (const name of ways) {
    const kind = OF_ORDER.has(name) ? 'order' : OF_PURCHASE.has(name) ? 'purchase' : name;
    const isDone = done.has(kind) || isRefused(name, state);
    const { cents = 0n, spends = 0n } = WAYS[name] ?? {};
    if (isDone) continue;
    done.add(kind);
    // Money of a closed account belongs to its former holder.
    const left = state === 'closed' ? 0n : least(ORDERED - spent, position);
    if (kind === 'order') position -= left > 0n ? left : 0n;
    else [position, spent] = [position + cents, spent - spends];
  }
  return position - before;
}

/** Cents that the programme owes a person: balance and money for a closed account, less their debts. */
async function positionOf({ card: { account } }: Payer): Promise<bigint> {
  const [row] = await test.ctx.asOwner<{ cents: string }>(
    `SELECT l.balance + coalesce((SELECT sum(cents) FROM former_money WHERE member_account_id = $1 AND paid_by IS NULL), 0)
            - coalesce((SELECT sum(owed) FROM debt WHERE member_account_id = $1 AND is_former_holder
                           AND settled_at IS NULL), 0) AS cents
       FROM ledger_account l WHERE l.id = $2`,
    [account.id, account.ledgerAccountId],
  );
  return BigInt(row?.cents ?? 0);
}

/** Brings an account into a state, whatever its balance. */
async function bringTo(payer: Payer, state: State): Promise<void> {
  const { account } = payer.card;
  const { tenantId } = bank;
  const wanted = { open: 100_00n, empty: 0n, owing: 0n, closed: 0n, deceased: 100_00n }[state];
  const balance = await positionOf(payer);
  if (balance !== wanted) await postCents(test.ctx, account, wanted - balance);
  if (state === 'owing') {
    const owed = { memberAccountId: account.id, amount: 10_00n, cause: 'cardTopUp', reference: 'before' };
    expect((await submit(forcedDebit, owed)).ok).toBe(true);
  }
  if (state === 'deceased') {
    await test.ctx.asOwner("UPDATE holder SET died_on = '2026-11-19' WHERE id = $1", [payer.holder.id]);
  }
  if (state !== 'closed') return;
  await test.ctx.database.transact(tenantId, async (tx) => {
    const at = test.ctx.clocks.business.now();
    const closed = await ledger.closeAccount(tx, { tenantId, account: account.ledgerAccountId, at });
    if (!closed.ok) throw new Error(closed.refusal);
    await tx.run('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
  });
}

async function noticesOf({ holder }: Payer): Promise<ReadonlySet<string>> {
  await notifyDebts(test.ctx, bank.tenantId, 1_000);
  const runner = givenRunner(test.ctx, [...debtsJobs, ...disputesJobs]);
  await runner.runDue();
  await runner.stop();
  const sql = 'SELECT template FROM outbox_message WHERE holder_id = $1';
  return new Set((await test.ctx.asOwner<{ template: string }>(sql, [holder.id])).map(({ template }) => template));
}

async function run(name: string, input: Readonly<Record<string, string>>) {
  const asked = await give(test, await givenStaff(test.ctx, bank.tenantId), name, { input, reason: 'settles' });
  const { request } = asked.body;
  if (request === undefined) return asked.body;
  const other = await givenStaff(test.ctx, bank.tenantId);
  return (await give(test, other, 'approve', { input: { request: request.id } })).body;
}

/** Pays out or writes off the money of a closed account or a deceased person. */
async function leaves(payer: Payer, state: State, ways: readonly string[]): Promise<void> {
  const account = payer.card.account.accountNumber;
  const position = await positionOf(payer);
  if (state === 'deceased' && position > 0n) {
    // The pay-out is refused while a dispute is open, and for a day after money came by card.
    const isOpen = ways.includes('a provisional credit') && ways.filter((name) => OF_PURCHASE.has(name)).length === 1;
    const refusal = isOpen
      ? 'disputes_open'
      : ways.includes('a taken-back order') && !ways.includes('a chargeback of an order')
        ? 'card_money_open'
        : undefined;
    expect((await run('pay-out', { account, ...TO_BANK })).error).toBe(refusal);
    if (refusal === undefined) expect(await positionOf(payer)).toBe(0n);
  }
  if (state !== 'closed') return;
  if (position > 0n) await run('pay-former-holder', { account, ...TO_BANK });
  await run('write-off-debt', { account });
  if (position <= 0n) await run('pay-former-holder', { account, ...TO_BANK });
  const rows = await test.ctx.asOwner<{ kind: string; balance: string }>(
    `SELECT kind, balance::text FROM ledger_account
      WHERE tenant_id = $1 AND kind IN ('formerHolders', 'formerHolderDebts') AND balance <> 0`,
    [bank.tenantId],
  );
  expect(rows).toEqual([]);
}

const names = Object.keys(WAYS);
const pairs = STATES.flatMap((state) =>
  names.flatMap((first) => names.filter((second) => second !== first).map((second) => [state, first, second] as const)),
);
/** A full run tests all pairs, other runs a fifth of them, chosen by the commit. */
const offset = Number(process.env['WATTLE_SAMPLE_OFFSET'] ?? 0) % 5;
const tried = pairs.filter((_, place) => IS_FULL || place % 5 === offset);

describe('returned money', () => {
  it.each(tried)('to an account that is %s: %s, then %s, each cent once', async (state, first, second) => {
    const payer = await bank.givenPayer(500_00n);
    const [one, other] = [WAYS[first], WAYS[second]];
    if (!one || !other) throw new Error('there is no such way');
    const acts = [await one.given(payer), await other.given(payer)];
    await bringTo(payer, state);
    const before = await positionOf(payer);
    // Each event comes twice.
    for (const act of acts) for (let times = 0; times < 2; times += 1) await act();
    const counted = [first, second].filter((name) => !isRefused(name, state));
    const isSame = counted.length === 2 && counted.every((name) => OF_PURCHASE.has(name));
    expect((await positionOf(payer)) - before).toBe(expectedOf(state, before, [first, second]));
    const notices = await noticesOf(payer);
    for (const name of counted) {
      const words = WAYS[name]?.notices[state === 'closed' ? 'closed' : 'open'] ?? [];
      const isNotified =
        words.length === 0 || state === 'deceased' || isSame || words.some((word) => notices.has(word));
      expect({ name, isNotified }).toEqual({ name, isNotified: true });
    }
    await leaves(payer, state, [first, second]);
  });

  it('leaves a ledger that verifies', async () => {
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});
