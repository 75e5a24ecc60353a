import { ERRORS, ok, type Refusal } from '@wattle/contract/errors.ts';
import { auditAll, type AuditEvent } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { categoryOfKind, type PostingWords, recordPostings, watchPostings } from '../transactions/public.ts';
import { saveResponses, type StoredResponse, readPostedAt } from './stored-response.store.ts';
import type { Person, Plan, Posting, Receipt, Side, PaymentTransaction, WriteRows, Writing } from './kind.ts';
import { drawNumber } from './draw-number.store.ts';
import { receiptNumber } from './receipt.domain.ts';
import type { Answer, AdmittedPayment } from './request.ts';
import { isPostedNow, postingsOf, type Settled } from './settle.ts';

/** Notifies the browsers that show an account. */
export type ChangeNotifier = { publishChanged(tx: Tx, tenantId: number, memberAccountId: bigint): void };

/** Outcome of a payment. */
export type Outcome = {
  readonly admitted: AdmittedPayment;
  readonly result: Refusal | Settled;
  /** Absent when the kind refused it. */
  readonly plan?: Plan;
};

/** A payment that was posted in this transaction or in an earlier one. */
type Done = Outcome & { readonly plan: Plan; readonly result: Settled; readonly receipt: Receipt };

/**
 * Writes everything that follows from the outcomes of a batch, in its transaction: descriptions of both sides, effects,
 * notifications of browsers, stored responses and audit lines.
 */
export async function recordAll(
  within: PaymentTransaction,
  notifier: ChangeNotifier,
  outcomes: readonly Outcome[],
): Promise<StoredResponse[]> {
  const { ctx, tx, tenantId } = within;
  const done = new Map<Outcome, Done>();
  for (const outcome of outcomes) {
    const { plan, result, admitted } = outcome;
    if (!result.ok) await admitted.kind.refused?.(admitted.payment, result, within);
    if (!plan || !result.ok) continue;
    done.set(outcome, {
      ...outcome,
      plan,
      result,
      receipt: await receiptOf(within, outcome.admitted.payment.now, result, plan.holdUntil),
    });
  }
  const moved = [...done.values()].filter(({ result }) => isPostedNow(result));
  const descriptions = moved.flatMap((one) => descriptionsOf(one, tenantId));
  recordPostings(tx, tenantId, descriptions);
  const rows = gatherRows(within);
  for (const { plan, result, receipt } of moved) {
    for (const { write } of result.changes) write?.(within, receipt);
    plan.writes?.({ ...within, add: rows.add }, receipt);
  }
  rows.write();
  // Runs after debts are written, because no auto top-up fires while the account has one.
  watchPostings(tx, tenantId, descriptions);
  const changed = new Set(moved.flatMap(({ plan }) => postingsOf(plan).flatMap(membersOf)));
  for (const account of changed) notifier.publishChanged(tx, tenantId, account);
  const answered = outcomes.map((outcome) => {
    const { id, requestHash, isRetryable } = outcome.admitted;
    return { isRetryable, response: { id, requestHash, answer: answerOf(outcome, done.get(outcome)) } };
  });
  const answers = answered.map(({ response }): StoredResponse => response);
  saveResponses(
    tx,
    tenantId,
    answered.flatMap(({ response, isRetryable }) => (isStored(response.answer, isRetryable) ? [response] : [])),
    ctx.clocks.security.now(),
  );
  auditAll(
    tx,
    ctx.clocks,
    outcomes.map((outcome) => auditLineOf(outcome, done.get(outcome), tenantId)),
  );
  return answers;
}

/** Collects the rows of the payments of a batch, for one statement per table. */
function gatherRows({ ctx, tx, tenantId }: PaymentTransaction): Pick<Writing, 'add'> & { write(): void } {
  const gathered = new Map<WriteRows<never>, unknown[]>();
  return {
    add(write, row) {
      const rows = gathered.get(write);
      if (rows) rows.push(row);
      else gathered.set(write, [row]);
    },
    write() {
      for (const [write, rows] of gathered) write(tx, tenantId, rows as never[], ctx.secrets);
    },
  };
}

async function receiptOf(
  { tx, tenantId }: PaymentTransaction,
  now: number,
  { posted: [main], held }: Settled,
  holdUntil: number | undefined,
): Promise<Receipt> {
  const heldUntil = holdUntil === undefined ? null : new Date(holdUntil).toISOString();
  // Nothing was posted, so the number comes from the same sequence.
  if (!main) {
    const drawn = await drawNumber(tx);
    const receipt = { number: receiptNumber(dayAt(now), drawn), at: now, heldUntil, transferId: drawn };
    return held ? { ...receipt, holdId: held.id } : receipt;
  }
  // The stored response was deleted: the receipt has the day of the original posting.
  const at = main.replayed ? await readPostedAt(tx, tenantId, main.id) : now;
  return { number: receiptNumber(dayAt(at), main.id), at, heldUntil, transferId: main.id };
}

function membersOf({ from, to }: Posting): bigint[] {
  return [from, to].flatMap((side) => ('memberAccountId' in side ? [side.memberAccountId] : []));
}

function descriptionsOf({ admitted, plan, result, receipt }: Done, tenantId: number): PostingWords[] {
  if (result.held) return [];
  const payer = payerOf(admitted.payment.input);
  return postingsOf(plan).flatMap((posting, index) => {
    if (posting.amount === 0n) return [];
    const posted = result.posted[index];
    if (!posted) throw new Error('a posting was not posted');
    const wordsOfSide = (side: Side, seq: bigint): PostingWords[] => {
      if (!('memberAccountId' in side)) return [];
      const { memberAccountId, ledgerAccountId, kind, description, counterparty, category } = side;
      return [
        {
          tenantId,
          memberAccountId,
          ledgerAccountId,
          seq,
          transferId: posted.id,
          amount: posting.amount,
          day: admitted.payment.today,
          kind,
          category: category ?? categoryOfKind(kind),
          description,
          counterparty: counterparty ?? null,
          reference: receipt.number,
          cardId: payer?.cardId ?? null,
          payerHolderId: payer?.holderId ?? null,
        },
      ];
    };
    return [...wordsOfSide(posting.from, posted.debitSeq), ...wordsOfSide(posting.to, posted.creditSeq)];
  });
}

/** The person of a payment that people make by a call or a schedule. */
function payerOf(input: unknown): Person | undefined {
  return typeof input === 'object' && input !== null && 'person' in input ? (input.person as Person) : undefined;
}

function answerOf({ result }: Outcome, done: Done | undefined): Answer {
  if (!result.ok) return result;
  if (!done) throw new Error('a posted payment has no receipt');
  return ok(done.plan.answer(done.receipt));
}

/**
 * Whether the answer is stored. Refusals by a business rule are stored. A retry may get another answer after 401, 403,
 * 409, 429 and 5xx (a required proof and an unknown outcome included), so these are not stored.
 */
function isStored(answer: Answer, isRetryable: boolean): boolean {
  if (answer.ok) return true;
  if (isRetryable) return false;
  return ERRORS[answer.error].status === 400 || ERRORS[answer.error].status === 404;
}

function auditLineOf({ admitted, plan, result }: Outcome, done: Done | undefined, tenantId: number): AuditEvent {
  const { kind, payment, requestId } = admitted;
  return {
    tenantId,
    actor: payment.actor,
    action: kind.name,
    object: plan && nameOf(plan.from, plan.to),
    outcome: result.ok ? 'ok' : result.error,
    requestId,
    details: done && detailsOf(done),
  };
}

function detailsOf({ plan, result, receipt }: Done): AuditEvent['details'] {
  const other = 'memberAccountId' in plan.from ? nameOf(plan.to) : undefined;
  const details = isPostedNow(result) ? result.changes.map((change) => change.details) : [];
  return Object.assign({ transfer: String(receipt.transferId), ...(other !== undefined && { to: other }) }, ...details);
}

/** Name of the first side that is a member. */
function nameOf(...sides: readonly Side[]): string | undefined {
  const [member] = sides.flatMap((side) => ('memberAccountId' in side ? [side.memberAccountId] : []));
  return member === undefined ? undefined : `account:${member}`;
}
