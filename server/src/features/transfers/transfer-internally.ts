import { err, ok, type Refusal } from '@wattle/contract/errors.ts';
import type { transferInternal } from '@wattle/contract/transfers/transfer-internal.ts';
import type { AppContext } from '../../context.ts';
import type { GroupedCall, GroupedHandler, GroupedOutcome, Within } from '../../http/handle.ts';
import { type Command, type OpenedLedger, type Posted, TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt } from '../../platform/clock.ts';
import { type Tx, toInstant } from '../../platform/database.ts';
import { type Cents, toCents } from '../../platform/money.ts';
import { categoryOfKind, type PostingWords, recordPostings } from '../transactions/public.ts';
import { type AccountMemory, type KnownAccount, openAccountMemory } from './account-memory.ts';
import { findSides, type Sides } from './find-sides.ts';
import {
  isOverDailyLimit,
  type Plan,
  planTransfer,
  refuseClosed,
  toTransferRefusal,
  type TransferRefusal,
} from './internal-transfer.domain.ts';
import { receiptNumber } from './receipt.domain.ts';
import { type JudgedPayees, judgePayees, savePayees } from './save-payees.ts';
import { addPaid, type BrandNumber, readPaid, readReceipt } from './transfer.store.ts';

type Call = GroupedCall<typeof transferInternal>;
type Outcome = GroupedOutcome<typeof transferInternal>;
type Refused = Refusal<TransferRefusal>;

/** A call that may go to the ledger, and what is known of it. */
type Planned = Plan & { readonly call: Call; readonly amount: Cents; readonly command: Payment };
type Payment = Extract<Command, { do: 'post' }>;
/** One that the ledger has carried out. */
type Settled = Planned & { readonly posted: Posted; readonly receipt: string };
/** The accounts of all payments are locked, and what their payers have paid on the day is read. */
type Opened = OpenedLedger<Payment, Map<bigint, Cents>>;
/** What was locked while the sides of the calls were read. */
type Ahead = { readonly commands: ReadonlyMap<Call, Payment>; readonly opened: Opened };
type Prepared = Sides & { readonly now: number; readonly ahead: Ahead | undefined };

/** A payment was refused for the day's limit because of one that then failed: each must be judged alone. */
class LimitInDoubt extends Error {}

/** A number has not the account that was remembered for it. */
class Misremembered extends Error {}

const ledger = openLedger();

const memories = new WeakMap<AppContext, AccountMemory>();

function memoryOf(ctx: AppContext): AccountMemory {
  const memory = memories.get(ctx) ?? openAccountMemory();
  memories.set(ctx, memory);
  return memory;
}

/**
 * Internal transfers of one tenant, whatever their number in a handful of statements. The accounts are
 * locked before what was paid on the day is read, so that two servers cannot both stay under one limit.
 * Where all their numbers are remembered that goes out with the reading of their sides.
 */
export const transferInternally: GroupedHandler<typeof transferInternal, Prepared> = {
  async prepare(calls, within) {
    const now = within.ctx.clocks.business.now();
    const asked = calls.map(({ session, body }) => ({
      session,
      from: body.MemberNumber,
      to: body.DestinationAccountNumber,
    }));
    const [sides, ahead] = await Promise.all([findSides(within, asked), openAhead(within, calls, now)]);
    if (!ahead) rememberAccounts(memoryOf(within.ctx), calls, sides);
    return sides.map((side) => ({ ...side, now, ahead }));
  },
  async carryOut(calls, within) {
    const plans = calls.map(({ call, prepared }) => planOf(call, prepared));
    const planned = plans.flatMap((plan) => ('call' in plan ? [plan] : []));
    const [first] = calls;
    const answers =
      planned.length === 0 || !first ? new Map<Call, Outcome>() : await pay(within, planned, first.prepared);
    return plans.map((plan) => ('call' in plan ? (answers.get(plan.call) ?? neverAnswered()) : { result: plan }));
  },
};

function neverAnswered(): never {
  throw new Error('a transfer has no answer');
}

function numbersOf({ session: { brandId }, body }: Call): readonly [from: BrandNumber, to: BrandNumber] {
  return [
    { brandId, accountNumber: body.MemberNumber },
    { brandId, accountNumber: body.DestinationAccountNumber },
  ];
}

function rememberAccounts(memory: AccountMemory, calls: readonly Call[], sides: readonly Sides[]): void {
  for (const [index, call] of calls.entries()) {
    const [from, to] = numbersOf(call);
    const { payer, payee } = sides[index] ?? {};
    if (payer) memory.remember(from, payer);
    if (payee) memory.remember(to, payee);
  }
}

/** Locks the accounts of all calls where their numbers are remembered. Which may pay is settled afterwards. */
async function openAhead(within: Within, calls: readonly Call[], now: number): Promise<Ahead | undefined> {
  const accounts = memoryOf(within.ctx).recall(calls.flatMap(numbersOf));
  if (!accounts) return undefined;
  const payers: bigint[] = [];
  const commands = new Map<Call, Payment>();
  for (const [index, call] of calls.entries()) {
    const [payer, payee] = accounts.slice(2 * index, 2 * index + 2) as [KnownAccount, KnownAccount];
    payers.push(payer.memberAccountId);
    commands.set(call, paymentOf(call, payer, payee, now));
  }
  // Who calls and pays whom is read here while the database locks.
  within.tx.flush();
  return { commands, opened: await openAll(within, [...commands.values()], payers, now) };
}

function openAll(
  { tx, tenantId }: Within,
  commands: readonly Payment[],
  payers: readonly bigint[],
  now: number,
): Promise<Opened> {
  return ledger.open(tx, tenantId, commands, () => readPaid(tx, tenantId, dayAt(now), [...new Set(payers)]));
}

function paymentOf({ ledgerKey, body }: Call, payer: KnownAccount, payee: KnownAccount, now: number): Payment {
  return {
    do: 'post',
    key: `pay:${ledgerKey}`,
    debit: payer.ledgerAccountId,
    credit: payee.ledgerAccountId,
    amount: toCents(body.Amount),
    code: TRANSFER_CODE.transferOut,
    effectiveAt: now,
    postedAt: now,
  };
}

function planOf(call: Call, { payer, payee, now, ahead }: Prepared): Planned | Refused {
  const plan = planTransfer(call.body, payer, payee);
  if (!plan.ok) return plan;
  const command = ahead?.commands.get(call) ?? paymentOf(call, plan.value.payer, plan.value.payee, now);
  return { ...plan.value, call, amount: command.amount, command };
}

/** Refuses to pay between other accounts than those that the numbers have now. */
function believe(ctx: AppContext, planned: readonly Planned[]): void {
  const isRight = planned.every(
    ({ command, payer, payee }) => command.debit === payer.ledgerAccountId && command.credit === payee.ledgerAccountId,
  );
  if (isRight) return;
  memoryOf(ctx).forget();
  throw new Misremembered('a number has another account now');
}

async function pay(within: Within, planned: readonly Planned[], { now, ahead }: Prepared): Promise<Map<Call, Outcome>> {
  const day = dayAt(now);
  believe(within.ctx, planned);
  const opened =
    ahead?.opened ??
    (await openAll(
      within,
      planned.map(({ command }) => command),
      planned.map(({ payer }) => payer.memberAccountId),
      now,
    ));
  const paid = opened.beside;
  const refusals = new Map<Call, Refused>();
  for (const plan of planned) {
    const refused = refuseClosed(plan, opened.closed);
    if (refused) refusals.set(plan.call, refused);
  }
  const payees = await judgePayees(
    within,
    planned.flatMap(({ call }) => (refusals.has(call) ? [] : [call])),
  );
  for (const [call, refused] of payees.refusals) refusals.set(call, refused);
  const allowed = planned.filter((plan) => !refusals.has(plan.call) && isWithinLimit(plan, paid, refusals));
  const results = await opened.apply(
    allowed.map(({ command }) => command),
    new Map(allowed.map(({ command, ceiling }) => [command, ceiling])),
  );
  const settled = allowed.flatMap((plan, index): Settled[] => {
    const result = results[index];
    if (!result) throw new Error('a transfer has no outcome');
    if (result.ok) return [{ ...plan, posted: result.value, receipt: receiptNumber(day, result.value.id) }];
    const refusal = toTransferRefusal(result.refusal);
    if (!refusal) throw new Error(`the ledger refused a transfer: ${result.refusal}`);
    if (isLimitInDoubt(plan, planned, refusals)) throw new LimitInDoubt();
    refusals.set(plan.call, refusal);
    return [];
  });
  const answers = await record(within, day, now, settled, payees);
  for (const { call, payer } of planned) {
    const refused = refusals.get(call);
    if (refused) answers.set(call, { result: refused, object: `account:${payer.memberAccountId}` });
  }
  return answers;
}

/** Counts the payment to the day's limit of its account, or refuses it for that. */
function isWithinLimit({ call, payer, amount }: Planned, paid: Map<bigint, Cents>, refusals: Map<Call, Refused>) {
  const before = paid.get(payer.memberAccountId) ?? 0n;
  const isOver = isOverDailyLimit(payer, before, amount);
  if (isOver) refusals.set(call, err('daily_limit_reached', 'Amount'));
  else paid.set(payer.memberAccountId, before + amount);
  return !isOver;
}

/** Whether a later payment from the account was refused for the limit, with this one counted against it. */
function isLimitInDoubt(failed: Planned, planned: readonly Planned[], refusals: ReadonlyMap<Call, Refused>): boolean {
  return planned
    .slice(planned.indexOf(failed))
    .some(
      ({ payer, call }) =>
        payer.memberAccountId === failed.payer.memberAccountId && refusals.get(call)?.error === 'daily_limit_reached',
    );
}

/** Writes what the lists of both sides say, and what was paid on the day; tells both sides' browsers. */
async function record(
  { ctx, tx, tenantId }: Within,
  day: string,
  now: number,
  settled: readonly Settled[],
  payees: JudgedPayees,
): Promise<Map<Call, Outcome>> {
  const moved = settled.filter(({ posted }) => !posted.replayed);
  const paid = new Map<bigint, Cents>();
  const changed = new Set<bigint>();
  for (const { payer, payee, amount } of moved) {
    paid.set(payer.memberAccountId, (paid.get(payer.memberAccountId) ?? 0n) + amount);
    changed.add(payer.memberAccountId).add(payee.memberAccountId);
  }
  for (const account of changed) ctx.live.tellChanged(tx, tenantId, account);
  recordPostings(
    tx,
    tenantId,
    moved.flatMap((transfer) => wordsOf(transfer, tenantId, day)),
  );
  addPaid(tx, tenantId, day, paid);
  savePayees({ tx, tenantId }, payees, new Set(moved.map(({ call }) => call)));
  const answers = new Map<Call, Outcome>();
  for (const transfer of settled) {
    answers.set(transfer.call, await answerOf(tx, tenantId, transfer, now, payees.changes.get(transfer.call)?.id));
  }
  return answers;
}

function wordsOf(
  { call, payer, payee, posted, amount, receipt }: Settled,
  tenantId: number,
  day: string,
): PostingWords[] {
  const { Description, DestinationAccountName, RecipientDescription } = call.body;
  const common = { tenantId, transferId: posted.id, amount, day, reference: receipt };
  return [
    {
      ...common,
      memberAccountId: payer.memberAccountId,
      ledgerAccountId: payer.ledgerAccountId,
      seq: posted.debitSeq,
      kind: 'transferOut',
      category: categoryOfKind('transferOut'),
      description: Description ? Description : DestinationAccountName,
    },
    {
      ...common,
      memberAccountId: payee.memberAccountId,
      ledgerAccountId: payee.ledgerAccountId,
      seq: posted.creditSeq,
      kind: 'transferIn',
      category: categoryOfKind('transferIn'),
      description: RecipientDescription,
    },
  ];
}

async function answerOf(
  tx: Tx,
  tenantId: number,
  transfer: Settled,
  now: number,
  payeeId: string | undefined,
): Promise<Outcome> {
  const { payer, payee, posted, receipt } = transfer;
  // Posted before its answer was kept no longer: the first receipt stays the only one.
  const first = posted.replayed ? await readReceipt(tx, tenantId, payer.ledgerAccountId, posted.debitSeq) : undefined;
  return {
    result: ok({
      ReceiptNumber: first?.reference ?? receipt,
      TransactionDate: new Date(first ? toInstant(first.at) : now).toISOString(),
    }),
    object: `account:${payer.memberAccountId}`,
    details: {
      transfer: String(posted.id),
      to: `account:${payee.memberAccountId}`,
      ...(payeeId !== undefined && !posted.replayed && { payee: payeeId }),
    },
  };
}
