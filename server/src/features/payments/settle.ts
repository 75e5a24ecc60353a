import type { Refusal } from '@wattle/contract/errors.ts';
import type { Command, OpenedLedger, OutcomeOf, PlacedHold, Posted } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { lockNames } from '../../platform/named-locks.ts';
import { readRoomTaken } from '../balance-watch/public.ts';
import { readSums, saveSums } from './counter.store.ts';
import { addCounts, countsOf, refuseCounts, type Sums } from './counts.domain.ts';
import {
  type Restriction,
  type Change,
  type Effect,
  type Moved,
  type MoneyOutRules,
  type Plan,
  type Posting,
  refuseSide,
  type Side,
  type Within,
} from './kind.ts';
import { type Kept, readBlocked, readKept, staysShort } from './money-out.ts';
import type { Entered } from './request.ts';

/** A payment that its kind has accepted. */
type Accepted = { readonly entered: Entered; readonly plan: Plan };
/** Without a command where nothing is posted: a plan of zero cents has effects alone. */
type Planned = Accepted & {
  readonly command: MainCommand | undefined;
  readonly release: ReleaseCommand | undefined;
  readonly close: CloseCommand | undefined;
};
type MainCommand = Extract<Command, { do: 'post' | 'linked' | 'hold' }>;
type ReleaseCommand = Extract<Command, { do: 'release' }>;
type CloseCommand = Extract<Command, { do: 'close' }>;

/**
 * A payment that is posted: its transfers, the first of which is the payment itself, and what its effects change.
 * A payment of nothing has no transfers.
 */
export type Settled = {
  readonly ok: true;
  readonly posted: readonly Posted[];
  readonly held?: PlacedHold;
  readonly changes: readonly Change[];
};

/** State that payments of a batch share: read under the locks, changed by each payment in turn. */
type Shared = {
  readonly sums: Sums;
  /** Member accounts that money may not leave, and why. */
  readonly blocked: ReadonlyMap<bigint, Restriction>;
  /** Cents of member accounts that may not leave the programme, and the reason. */
  readonly kept: Map<bigint, Kept>;
  /** Cents that are kept free under the ceilings of member accounts. */
  readonly roomTaken: ReadonlyMap<bigint, Cents>;
  /** Accounts that payments of the batch have closed. */
  readonly closedNow: Set<bigint>;
  /** States of effects, by the names of their locks. */
  readonly states: Map<string, unknown>;
};

const ledger = openLedger();

/** Command for the ledger. Its keys stay the same for a retry. */
function commandOf({ entered: { ledgerKey: key, payment }, plan }: Accepted): MainCommand | undefined {
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

/** Postings of a plan in the order of its transfers as they are answered: the payment itself is the first. */
export function postingsOf(plan: Plan): readonly Posting[] {
  return [plan, ...(plan.linkedBefore ?? []), ...(plan.linked ?? [])];
}

/** Its transfers were made in the order of the ledger; they are answered in that of `postingsOf`. */
function mainFirst({ linkedBefore = [] }: Plan, posted: readonly Posted[]): readonly Posted[] {
  const at = linkedBefore.length;
  return [...posted.slice(at, at + 1), ...posted.slice(0, at), ...posted.slice(at + 1)];
}

function releaseOf({ entered: { payment }, plan }: Accepted): ReleaseCommand | undefined {
  const { releases: hold } = plan;
  return hold === undefined ? undefined : { do: 'release', hold, keep: 0n, at: payment.now, because: 'voided' };
}

function closeOf({ entered: { payment }, plan }: Accepted): CloseCommand | undefined {
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
 * Posts payments as if they had come one after another. Everything that they share is locked first, in
 * one order for all transactions: accounts of the ledger by id, then the locks of effects. What is read
 * under the locks cannot change until the commit, so two servers keep a limit together.
 */
export async function settleAll(
  within: Within,
  rules: MoneyOutRules,
  accepted: readonly Accepted[],
): Promise<ReadonlyMap<Entered, Settled | Refusal>> {
  if (accepted.length === 0) return new Map();
  const { tx, tenantId } = within;
  const planned = accepted.map((one) => ({
    ...one,
    ...{ command: commandOf(one), release: releaseOf(one), close: closeOf(one) },
  }));
  const commands = planned.flatMap(({ command, release, close }) => [release ?? [], command ?? [], close ?? []].flat());
  const opened = await ledger.open(tx, tenantId, commands, () => readShared(within, rules, planned));
  const results = new Map(planned.map((one) => [one.entered, settle(one, opened)]));
  const refused = planned.filter(({ entered }) => results.get(entered)?.ok === false);
  await opened.write(refused.flatMap(({ command }) => command ?? []));
  const moved = planned.filter(({ entered }) => isPostedNow(results.get(entered)));
  saveSums(
    tx,
    tenantId,
    moved.flatMap(({ plan }) => countsOf(plan)),
    opened.beside.sums,
  );
  for (const { plan, entered } of moved) {
    const between = movedBetween(plan, results.get(entered));
    const kept = between && opened.beside.kept.get(between.from);
    if (kept) kept.retention.handOn(within, between);
  }
  return results;
}

/** Whether money has moved in this transaction, and not under the same key in an earlier one. */
export function isPostedNow(result: Settled | Refusal | undefined): result is Settled {
  return result?.ok === true && result.posted.every(({ replayed }) => !replayed) && result.held?.replayed !== true;
}

async function readShared(within: Within, rules: MoneyOutRules, planned: readonly Planned[]): Promise<Shared> {
  const effects = new Map<string, Effect>();
  for (const { plan } of planned) {
    for (const effect of plan.effects ?? []) if (!effects.has(effect.lock)) effects.set(effect.lock, effect);
  }
  // Sent together. The states of effects are read behind their locks.
  const [sums, blocked, kept, roomTaken, , states] = await Promise.all([
    readSums(
      within.tx,
      within.tenantId,
      planned.flatMap(({ plan }) => countsOf(plan)),
    ),
    readBlocked(within, rules.blocksMoneyOut, payersOf(planned)),
    readKept(within, rules.keepsMoneyIn, payersOf(planned)),
    readRoom(within, planned),
    effects.size > 0 && lockNames(within.tx, [...effects.keys()]),
    Promise.all([...effects].map(async ([lock, effect]) => [lock, await effect.read(within)] as const)),
  ]);
  return { sums, blocked, kept, roomTaken, closedNow: new Set(), states: new Map(states) };
}

/** Room of accounts that are credited up to a ceiling and that something else will need. */
function readRoom({ tx, tenantId }: Within, planned: readonly Planned[]): Promise<ReadonlyMap<bigint, Cents>> {
  const credited = new Set(planned.flatMap(({ plan }) => cappedAccount(plan) ?? []));
  return readRoomTaken(tx, tenantId, [...credited]);
}

/** The member account that a posting credits up to a ceiling. */
function cappedAccount({ to, amount, ceiling, forced }: Posting): bigint | undefined {
  const isCapped = ceiling !== undefined && forced !== true && amount > 0n;
  return isCapped && 'memberAccountId' in to ? to.memberAccountId : undefined;
}

/** Accounts of this programme between which a posted payment moved money. */
function movedBetween({ from, to, amount }: Plan, result: Settled | Refusal | undefined): Moved | undefined {
  if (!('memberAccountId' in from) || !('memberAccountId' in to) || result?.ok !== true) return undefined;
  const [main] = result.posted;
  return main && { from: from.memberAccountId, to: to.memberAccountId, amount, transferId: main.id };
}

/** Moves a retention with the money, so that a later payment of the same batch finds it there. */
function handOn(one: Planned, settled: Settled, kept: Map<bigint, Kept>): void {
  const moved = blockablePayer(one) === undefined ? undefined : movedBetween(one.plan, settled);
  const before = moved && kept.get(moved.from);
  if (!moved || !before) return;
  const handed = moved.amount < before.cents ? moved.amount : before.cents;
  kept.set(moved.from, { ...before, cents: before.cents - handed });
  kept.set(moved.to, { ...before, cents: (kept.get(moved.to)?.cents ?? 0n) + handed });
}

/** Money that goes to nobody's account of this programme. */
function leavesProgramme({ plan: { to, amount } }: Planned): boolean {
  return amount > 0n && !('memberAccountId' in to);
}

/** Decides one payment against what those before it have left. A refusal leaves everything as it is. */
function settle(
  one: Planned,
  opened: OpenedLedger<MainCommand | ReleaseCommand | CloseCommand, Shared>,
): Settled | Refusal {
  const { plan, command, release, close } = one;
  // The ledger answers a repeat itself, whatever has come up since the first time.
  if (command && opened.isReplay(command)) return post(plan, opened.decide(command), []);
  const { sums, states } = opened.beside;
  const refused =
    refuseClosed(plan, opened.closed) ??
    refuseClosed(plan, opened.beside.closedNow) ??
    refuseBlocked(one, opened.beside.blocked);
  if (refused) return refused;
  const isKept = refuseKept(one, opened) ?? refuseRoom(one, opened);
  if (isKept) return isKept;
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
  // A hold that has ended before is no matter: what it held is available.
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
  handOn(one, settled, opened.beside.kept);
  for (const [lock, state] of after) states.set(lock, state);
  return settled;
}

function refuseClosed(plan: Plan, closed: ReadonlySet<bigint>): Refusal | undefined {
  const sides = postingsOf(plan).flatMap((posting) => [posting.from, posting.to]);
  const side = sides.find((one) => 'ifClosed' in one && closed.has(one.ledgerAccountId));
  return side && 'ifClosed' in side ? refuseSide(side, side.ifClosed) : undefined;
}

/** It pays all that is on its account, of which nothing is held. */
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

function refuseBlocked(one: Planned, blocked: ReadonlyMap<bigint, Restriction>): Refusal | undefined {
  const payer = blockablePayer(one);
  const restriction = payer === undefined ? undefined : blocked.get(payer);
  return restriction && refuseSide(one.plan.from, restriction.refusal);
}

/** Refuses to send away money that may only be spent. */
function refuseKept(one: Planned, opened: OpenedLedger<Command, Shared>): Refusal | undefined {
  const payer = leavesProgramme(one) ? blockablePayer(one) : undefined;
  const kept = payer === undefined ? undefined : opened.beside.kept.get(payer);
  if (!kept) return undefined;
  const free = opened.available(one.plan.from.ledgerAccountId);
  if (free === null) return undefined;
  // What it has held for itself is available to it.
  const available = free + (one.release ? opened.kept(one.release.hold) : 0n);
  // Without enough money at all that is what the ledger says.
  if (available < one.plan.amount) return undefined;
  return staysShort(kept, available - one.plan.amount) ? refuseSide(one.plan.from, kept.retention.refusal) : undefined;
}

/** Refuses to use the room under the ceiling that an automatic top-up in flight needs. */
function refuseRoom({ plan }: Planned, opened: OpenedLedger<Command, Shared>): Refusal | undefined {
  const account = cappedAccount(plan);
  const taken = account === undefined ? undefined : opened.beside.roomTaken.get(account);
  if (taken === undefined || plan.ceiling === undefined) return undefined;
  const after = opened.balance(plan.to.ledgerAccountId) + plan.amount;
  return after + taken > plan.ceiling ? plan.refusals?.above_ceiling : undefined;
}

/** The member accounts that money leaves. */
function payersOf(planned: readonly Planned[]): readonly bigint[] {
  return [...new Set(planned.flatMap((one) => blockablePayer(one) ?? []))];
}

/** The member account that pays, where the kind is money out. */
function blockablePayer({ entered, plan: { from } }: Planned): bigint | undefined {
  return entered.kind.isMoneyOut && 'memberAccountId' in from ? from.memberAccountId : undefined;
}

/** Result of the ledger, in the words of the kind. */
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
