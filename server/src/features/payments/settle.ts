import type { Refusal } from '@wattle/contract/errors.ts';
import type { Command, OpenedLedger, OutcomeOf, PlacedHold, Posted } from '../../ledger/ledger.ts';
import { neededAside } from '../../ledger/aside.domain.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { readRoomTaken } from '../balance-watch/public.ts';
import { readSums, saveSums } from './counter.store.ts';
import { addCounts, countsOf, refuseCounts, type Sums } from './counts.domain.ts';
import {
  type Restriction,
  type Change,
  type Effect,
  type InternalMovement,
  type MoneyOutRules,
  type Plan,
  type Posting,
  refuseSide,
  type Side,
  type PaymentTransaction,
} from './kind.ts';
import { type RetainedAmount, readRestricted, readRetained, isBelowRetained } from './money-out.ts';
import type { AdmittedPayment } from './request.ts';

/** Payment that its kind accepted. */
type Accepted = { readonly admitted: AdmittedPayment; readonly plan: Plan };
/** Without a command when nothing is posted: a plan of zero cents has only effects. */
type Planned = Accepted & {
  readonly command: MainCommand | undefined;
  readonly release: ReleaseCommand | undefined;
  readonly close: CloseCommand | undefined;
};
type MainCommand = Extract<Command, { do: 'post' | 'linked' | 'hold' }>;
type ReleaseCommand = Extract<Command, { do: 'release' }>;
type CloseCommand = Extract<Command, { do: 'close' }>;

/**
 * Posted payment with its transfers, the first being the payment itself, and the changes of its effects. A payment of
 * zero has no transfers.
 */
export type Settled = {
  readonly ok: true;
  readonly posted: readonly Posted[];
  readonly held?: PlacedHold;
  readonly changes: readonly Change[];
};

/** State shared by the payments of a batch: read under the locks, updated by each payment in order. */
type Shared = {
  readonly sums: Sums;
  /** Restricted member accounts, with the restriction. */
  readonly restricted: ReadonlyMap<bigint, Restriction>;
  /** Cents that must stay within the programme on member accounts, with the retention. */
  readonly retained: Map<bigint, RetainedAmount>;
  /** Cents reserved below the maximum balances of member accounts. */
  readonly roomTaken: ReadonlyMap<bigint, Cents>;
  /** Accounts closed by payments of the batch. */
  readonly closedNow: Set<bigint>;
  /** States of effects, by the names of their locks. */
  readonly states: Map<string, unknown>;
};

const ledger = openLedger();

/** Command for the ledger. Its keys stay the same for a retry. */
function commandOf({ admitted: { ledgerKey: key, payment }, plan }: Accepted): MainCommand | undefined {
  const { now } = payment;
  if (plan.amount === 0n) {
    if (postingsOf(plan).length > 1) throw new Error('a payment of nothing has no linked postings');
    return undefined;
  }
  if (plan.holdUntil !== undefined) {
    const { from, amount, holdUntil: expiresAt } = plan;
    return { do: 'hold', key, account: from.ledgerAccountId, amount, placedAt: now, expiresAt };
  }
  const main = transferOf(plan, key, now);
  const { linked = [], linkedBefore = [] } = plan;
  if (linked.length + linkedBefore.length === 0) return main;
  const before = linkedBefore.map((posting, index) => transferOf(posting, `${key}:before:${index + 1}`, now));
  const others = linked.map((posting, index) => transferOf(posting, `${key}:${index + 1}`, now));
  return { do: 'linked', transfers: [...before, main, ...others] };
}

/** Postings of a plan in the order of its results: the payment itself is first. */
export function postingsOf(plan: Plan): readonly Posting[] {
  return [plan, ...(plan.linkedBefore ?? []), ...(plan.linked ?? [])];
}

/** Transfers come in the order of the ledger and are returned in that of `postingsOf`. */
function mainFirst({ linkedBefore = [] }: Plan, posted: readonly Posted[]): readonly Posted[] {
  const at = linkedBefore.length;
  return [...posted.slice(at, at + 1), ...posted.slice(0, at), ...posted.slice(at + 1)];
}

function releaseOf({ admitted: { payment }, plan }: Accepted): ReleaseCommand | undefined {
  const { releases: hold } = plan;
  return hold === undefined ? undefined : { do: 'release', hold, keep: 0n, at: payment.now, because: 'voided' };
}

function closeOf({ admitted: { payment }, plan }: Accepted): CloseCommand | undefined {
  return plan.closes === true ? { do: 'close', account: plan.from.ledgerAccountId, at: payment.now } : undefined;
}

function transferOf({ from, to, amount, code, ceiling, forced, effectiveAt }: Posting, key: string, now: number) {
  return {
    do: 'post' as const,
    key,
    debit: from.ledgerAccountId,
    credit: to.ledgerAccountId,
    amount,
    code,
    ...(ceiling !== undefined && { ceiling }),
    ...(forced !== undefined && { forced }),
    effectiveAt: effectiveAt ?? now,
    postedAt: now,
  };
}

/**
 * Posts payments as if they had been submitted one after another. All shared data is locked first, in one order for all
 * transactions: ledger accounts by id, then the locks of effects. Data that is read under the locks cannot change
 * before the commit, so two servers enforce a limit together.
 */
export async function settleAll(
  within: PaymentTransaction,
  rules: MoneyOutRules,
  accepted: readonly Accepted[],
): Promise<ReadonlyMap<AdmittedPayment, Settled | Refusal>> {
  if (accepted.length === 0) return new Map();
  const { tx, tenantId } = within;
  const planned = accepted.map((one) => ({
    ...one,
    command: commandOf(one),
    release: releaseOf(one),
    close: closeOf(one),
  }));
  const commands = planned.flatMap(({ command, release, close }) => [release ?? [], command ?? [], close ?? []].flat());
  const opened = await ledger.open(tx, tenantId, commands, () => readShared(within, rules, planned));
  const results = new Map(planned.map((one) => [one.admitted, settle(one, opened)]));
  const refused = planned.filter(({ admitted }) => results.get(admitted)?.ok === false);
  await opened.write(refused.flatMap(({ command }) => command ?? []));
  const moved = planned.filter(({ admitted }) => isPostedNow(results.get(admitted)));
  saveSums(
    tx,
    tenantId,
    moved.flatMap(({ plan }) => countsOf(plan)),
    opened.beside.sums,
  );
  for (const { plan, admitted } of moved) {
    const between = movedBetween(plan, results.get(admitted));
    const source = between && opened.beside.retained.get(between.from);
    if (source) source.retention.transfer(within, between);
  }
  return results;
}

/** Whether money moved in this transaction, and not in an earlier one with the same key. */
export function isPostedNow(result: Settled | Refusal | undefined): result is Settled {
  return result?.ok === true && result.posted.every(({ replayed }) => !replayed) && result.held?.replayed !== true;
}

async function readShared(
  within: PaymentTransaction,
  rules: MoneyOutRules,
  planned: readonly Planned[],
): Promise<Shared> {
  const effects = new Map<string, Effect>();
  for (const { plan } of planned) {
    for (const effect of plan.effects ?? []) if (!effects.has(effect.lock)) effects.set(effect.lock, effect);
  }
  // Sent together. The states of effects are read after their locks.
  const [sums, restricted, retained, roomTaken, , states] = await Promise.all([
    readSums(
      within.tx,
      within.tenantId,
      planned.flatMap(({ plan }) => countsOf(plan)),
    ),
    readRestricted(within, rules.blocksMoneyOut, payersOf(planned)),
    readRetained(within, rules.keepsMoneyIn, payersOf(planned)),
    readRoom(within, planned),
    effects.size > 0 && lockNames(within.tx, [...effects.keys()]),
    Promise.all([...effects].map(async ([lock, effect]) => [lock, await effect.read(within)] as const)),
  ]);
  return { sums, restricted, retained, roomTaken, closedNow: new Set(), states: new Map(states) };
}

/** Reserved room of accounts that are credited up to a maximum balance. */
function readRoom(
  { tx, tenantId }: PaymentTransaction,
  planned: readonly Planned[],
): Promise<ReadonlyMap<bigint, Cents>> {
  const credited = new Set(planned.flatMap(({ plan }) => cappedAccount(plan) ?? []));
  return readRoomTaken(tx, tenantId, [...credited]);
}

/** The member account that a posting credits up to a ceiling. */
function cappedAccount({ to, amount, ceiling, forced }: Posting): bigint | undefined {
  const isCapped = ceiling !== undefined && forced !== true && amount > 0n;
  return isCapped && 'memberAccountId' in to ? to.memberAccountId : undefined;
}

/** Accounts of this programme between which a posted payment moved money. */
function movedBetween({ from, to, amount }: Plan, result: Settled | Refusal | undefined): InternalMovement | undefined {
  if (!('memberAccountId' in from) || !('memberAccountId' in to) || result?.ok !== true) return undefined;
  const [main] = result.posted;
  return main && { from: from.memberAccountId, to: to.memberAccountId, amount, transferId: main.id };
}

/** Moves a retention with the money, so that later payments of the batch find it there. */
function moveRetention(one: Planned, settled: Settled, retained: Map<bigint, RetainedAmount>): void {
  const moved = restrictablePayer(one) === undefined ? undefined : movedBetween(one.plan, settled);
  const before = moved && retained.get(moved.from);
  if (!moved || !before) return;
  const movedCents = moved.amount < before.cents ? moved.amount : before.cents;
  retained.set(moved.from, { ...before, cents: before.cents - movedCents });
  retained.set(moved.to, { ...before, cents: (retained.get(moved.to)?.cents ?? 0n) + movedCents });
}

/** Whether the money goes to an account outside of this programme. */
function leavesProgramme({ plan: { to, amount } }: Planned): boolean {
  return amount > 0n && !('memberAccountId' in to);
}

/** Decides one payment by the state after those before it. A refusal changes nothing. */
function settle(
  one: Planned,
  opened: OpenedLedger<MainCommand | ReleaseCommand | CloseCommand, Shared>,
): Settled | Refusal {
  const { plan, command, release, close } = one;
  // The ledger returns the result of a repeat, whatever changed since the first time.
  if (command && opened.isReplay(command)) return post(plan, opened.decide(command), []);
  const { sums, states } = opened.beside;
  const refused =
    refuseClosed(plan, opened.closed) ??
    refuseClosed(plan, opened.beside.closedNow) ??
    refuseRestricted(one, opened.beside.restricted);
  if (refused) return refused;
  const reserved = refuseRetained(one, opened) ?? refuseAside(one, opened) ?? refuseRoom(one, opened);
  if (reserved) return reserved;
  const changes: Change[] = [];
  const after = new Map<string, unknown>();
  for (const { lock, decide } of plan.effects ?? []) {
    const change = decide(after.has(lock) ? after.get(lock) : states.get(lock));
    if (!change.ok) return change;
    changes.push(change.value);
    after.set(lock, change.value.state);
  }
  const counts = countsOf(plan);
  const overLimit = refuseCounts(sums, counts);
  if (overLimit) return overLimit;
  // A hold that has already ended is ignored, because its amount is available.
  if (release) opened.decide(release);
  const left = close && refuseNotEmpty(plan, opened);
  if (left) return left;
  const settled: Settled | Refusal = command
    ? post(plan, opened.decide(command), changes)
    : { ok: true, posted: [], changes };
  if (!settled.ok) return settled;
  if (close && !opened.decide(close).ok) throw new Error('an account without money was not closed');
  if (close) opened.beside.closedNow.add(close.account);
  addCounts(sums, counts);
  moveRetention(one, settled, opened.beside.retained);
  for (const [lock, state] of after) states.set(lock, state);
  return settled;
}

function refuseClosed(plan: Plan, closed: ReadonlySet<bigint>): Refusal | undefined {
  const sides = postingsOf(plan).flatMap((posting) => [posting.from, posting.to]);
  const side = sides.find((one) => 'ifClosed' in one && closed.has(one.ledgerAccountId));
  return side && 'ifClosed' in side ? refuseSide(side, side.ifClosed) : undefined;
}

/** Refuses to close an account that has another balance or a hold. */
function refuseNotEmpty(plan: Plan, opened: OpenedLedger<Command, Shared>): Refusal | undefined {
  const { ledgerAccountId } = plan.from;
  const available = opened.available(ledgerAccountId);
  const isOwn = (side: Side) => side.ledgerAccountId === ledgerAccountId;
  const wanted = (plan.linkedBefore ?? []).reduce(
    (left, { from, to, amount }) => left + (isOwn(from) ? amount : 0n) - (isOwn(to) ? amount : 0n),
    plan.amount,
  );
  const isAll = opened.balance(ledgerAccountId) === wanted && (available === null || available === wanted);
  return isAll ? undefined : plan.refusals?.account_not_empty;
}

function refuseRestricted(one: Planned, restricted: ReadonlyMap<bigint, Restriction>): Refusal | undefined {
  const payer = restrictablePayer(one);
  const restriction = payer === undefined ? undefined : restricted.get(payer);
  return restriction && refuseSide(one.plan.from, restriction.refusal);
}

/** Refuses to send money out of the programme that may only be spent. */
function refuseRetained(one: Planned, opened: OpenedLedger<Command, Shared>): Refusal | undefined {
  const payer = leavesProgramme(one) ? restrictablePayer(one) : undefined;
  const retained = payer === undefined ? undefined : opened.beside.retained.get(payer);
  if (!retained) return undefined;
  const free = opened.available(one.plan.from.ledgerAccountId);
  if (free === null) return undefined;
  // The amount of the payment's own hold is available to it.
  const available = free + (one.release ? opened.kept(one.release.hold) : 0n);
  // The ledger itself refuses insufficient funds.
  if (available < one.plan.amount) return undefined;
  return isBelowRetained(retained, available - one.plan.amount)
    ? refuseSide(one.plan.from, retained.retention.refusal)
    : undefined;
}

/** Refuses to send money that the account keeps aside. Payments that are not the holder's own ignore it. */
function refuseAside(one: Planned, opened: OpenedLedger<Command, Shared>): Refusal | undefined {
  const { from, amount } = one.plan;
  // A payment that is kept for a later day opens no account.
  if (amount === 0n || restrictablePayer(one) === undefined) return undefined;
  const free = opened.available(from.ledgerAccountId);
  if (free === null) return undefined;
  // The amount of the payment's own hold is kept for it.
  const asked = amount - (one.release ? opened.kept(one.release.hold) : 0n);
  // The ledger itself refuses insufficient funds.
  if (free < asked) return undefined;
  return neededAside(free, opened.aside(from.ledgerAccountId).cents, asked) > 0n
    ? refuseSide(from, 'kept_aside')
    : undefined;
}

/** Refuses to use the room below the maximum balance that an automatic top-up in flight needs. */
function refuseRoom({ plan }: Planned, opened: OpenedLedger<Command, Shared>): Refusal | undefined {
  const account = cappedAccount(plan);
  const taken = account === undefined ? undefined : opened.beside.roomTaken.get(account);
  if (taken === undefined || plan.ceiling === undefined) return undefined;
  const after = opened.balance(plan.to.ledgerAccountId) + plan.amount;
  return after + taken > plan.ceiling ? plan.refusals?.above_ceiling : undefined;
}

/** The member accounts that money leaves. */
function payersOf(planned: readonly Planned[]): readonly bigint[] {
  return [...new Set(planned.flatMap((one) => restrictablePayer(one) ?? []))];
}

/** Paying member account, if restrictions on outgoing payments apply to the kind. */
function restrictablePayer({ admitted, plan: { from } }: Planned): bigint | undefined {
  return admitted.kind.isMoneyOut && 'memberAccountId' in from ? from.memberAccountId : undefined;
}

/** Result of the ledger, translated into refusals of the kind. */
function post(plan: Plan, outcome: OutcomeOf<MainCommand>, changes: readonly Change[]): Settled | Refusal {
  if (outcome.ok) {
    const { value } = outcome;
    if ('balance' in value) return { ok: true, posted: [], held: value, changes };
    return { ok: true, posted: mainFirst(plan, [value].flat()), changes };
  }
  if (outcome.refusal === 'key_reused') return { ok: false, error: 'key_reused' };
  const refusal = plan.refusals?.[outcome.refusal];
  if (!refusal) throw new Error(`the ledger refused a payment: ${outcome.refusal}`);
  return refusal;
}
