import { randomUUID } from 'node:crypto';
import {
  addDisputeFile,
  answerDispute,
  EVIDENCE_FILES_MAXIMUM,
  getDispute,
  openDispute,
  withdrawDispute,
} from '@wattle/contract/disputes/dispute.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { SENT_FILE_MAXIMUM } from '@wattle/contract/sent-file.ts';
import type { AppContext } from '../../compose/context.ts';
import { callerOf } from '../../http/caller.ts';
import { handle, type Route, type Session } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { toCents } from '../../platform/money.ts';
import { keptFileOf } from '../../platform/text/sent-file.domain.ts';
import { notifyOwner } from '../messages/public.ts';
import { drawNumber, receiptNumber } from '../payments/public.ts';
import { actOnDispute } from './act-on-dispute.ts';
import { lockClaims, readClaims } from './claims.store.ts';
import { DISPUTE_RULES } from './dispute-rules.ts';
import { addDispute, addFile, addMessage, findDisputeOfRow, hasOpenDispute, listFiles } from './dispute.store.ts';
import { viewOf } from './dispute.view.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import {
  findOwnAccount,
  isOwnRow,
  readPostedRows,
  toPostedTransaction,
  type ListedAccount,
  type PostedRow,
} from '../transactions/public.ts';

type DisputedRow = {
  readonly account: ListedAccount;
  readonly row: PostedRow;
  readonly view: Transaction;
  /** False: another person's who shares the account, and not the caller's to dispute. */
  readonly isOwn: boolean;
};

/** A payment by card of an account that the caller may look into. Any other row is not found. */
async function findDisputedRow(
  { tx, session, ctx }: { readonly tx: Tx; readonly session: Session; readonly ctx: AppContext },
  { accountNumber, Sequence }: { readonly accountNumber: string; readonly Sequence: number },
): Promise<Result<DisputedRow, 'invalid_card_details' | 'not_found'>> {
  const account = await findOwnAccount(tx, session, accountNumber, ctx.clocks);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const upTo = BigInt(Sequence);
  const [row] = await readPostedRows(tx, session.tenantId, account.ledger_account_id, { after: upTo - 1n, upTo });
  if (!row) return err('not_found', 'Sequence');
  const view = toPostedTransaction(row);
  if (row.amount >= 0n || (view.Kind !== 'purchase' && view.Kind !== 'cash')) return err('not_found', 'Sequence');
  return ok({ account, row, view, isOwn: await isOwnRow(tx, session, account.ledger_account_id, row.seq) });
}

/** Whether a payment is young enough to be disputed. */
function isInTime({ withinDays }: { readonly withinDays: number }, { at }: Pick<PostedRow, 'at'>, now: number) {
  return now - Date.parse(toInstant(at)) <= withinDays * DAY_MS;
}

const DAY_MS = 86_400_000;

/** Calls about disputes of card payments. */
export const disputeRoutes: readonly Route[] = [
  handle(getDispute, async ({ body, session, tx, ctx }) => {
    const found = await findDisputedRow({ tx, session, ctx }, body);
    if (!found.ok) return found;
    const { account, row, view, isOwn } = found.value;
    const now = ctx.clocks.business.now();
    const [dispute, isTaken, [claim]] = await Promise.all([
      findDisputeOfRow(tx, session, account.ledger_account_id, row.seq),
      hasOpenDispute(tx, session.tenantId, account.ledger_account_id, row.seq),
      readClaims(tx, session.tenantId, account.ledger_account_id, [{ seq: row.seq, amount: -row.amount }]),
    ]);
    return ok({
      Transaction: view,
      CanDispute: isOwn && !isTaken && (claim?.open ?? 0n) > 0n && isInTime(DISPUTE_RULES, row, now),
      IsTooOld: !isInTime(DISPUTE_RULES, row, now),
      AnswerBy: dayAt(now + DISPUTE_RULES.answerDays * DAY_MS),
      Dispute: dispute ? await viewOf(tx, dispute) : null,
    });
  }),

  handle(openDispute, async ({ body, session, tx, ctx, request }) => {
    const found = await findDisputedRow({ tx, session, ctx }, body);
    if (!found.ok) return found;
    const { account, row, view, isOwn } = found.value;
    const now = ctx.clocks.business.now();
    if (!isOwn || !isInTime(DISPUTE_RULES, row, now)) return err('dispute_refused');
    const paid = -row.amount;
    const [claim] = await lockClaims(
      tx,
      session.tenantId,
      account.ledger_account_id,
      [{ seq: row.seq, amount: paid }],
      now,
    );
    const open = claim?.open ?? 0n;
    if (open === 0n) return err('dispute_refused');
    if (body.Amount === undefined && body.Reason === 'amountWrong') return err('required_field', 'Amount');
    const amount = body.Amount === undefined ? open : toCents(body.Amount);
    if (amount > open) return err('required_field', 'Amount');
    const id = randomUUID();
    const reference = receiptNumber(dayAt(now), await drawNumber(tx));
    const isNew = await addDispute(tx, session, {
      id,
      member_account_id: account.member_account_id,
      ledger_account_id: account.ledger_account_id,
      seq: row.seq,
      reference,
      reason: body.Reason,
      amount,
      explanation: body.Explanation,
      openedAt: now,
      answer_by: dayAt(now + DISPUTE_RULES.answerDays * DAY_MS),
    });
    if (!isNew) return err('dispute_refused');
    audit(tx, ctx.clocks, {
      tenantId: session.tenantId,
      actor: callerOf(session),
      action: 'dispute.open',
      object: `dispute:${reference}`,
      outcome: 'ok',
      requestId: request.id,
      details: { reason: body.Reason, amount: String(amount) },
    });
    const { member_account_id: memberAccountId } = account;
    await notifyOwner(tx, ctx, session, {
      memberAccountId,
      change: 'dispute',
      reference,
      name: view.Description,
      amount,
    });
    const opened = await findDisputeOfRow(tx, session, account.ledger_account_id, row.seq);
    if (!opened) throw new Error('a dispute that was opened is not there');
    return ok(await viewOf(tx, opened));
  }),

  handle(answerDispute, (input) =>
    actOnDispute(input, 'answer', async (dispute) => {
      await addMessage(input.tx, dispute, false, input.body.Text, input.ctx.clocks.business.now());
      return ok(undefined);
    }),
  ),

  handle(withdrawDispute, (input) => actOnDispute(input, 'withdraw', async () => ok(undefined))),

  handle(
    addDisputeFile,
    (input) =>
      actOnDispute(input, 'answer', async (dispute) => {
        const { tx, ctx, body } = input;
        const kept = keptFileOf(body.Content);
        if (!kept) return err('file_refused');
        if ((await listFiles(tx, dispute)).length >= EVIDENCE_FILES_MAXIMUM) return err('file_refused');
        const at = ctx.clocks.business.now();
        await addFile(tx, dispute, {
          id: randomUUID(),
          name: body.Name,
          type: kept.type,
          size: kept.body.byteLength,
          body: kept.body,
          at,
        });
        return ok(undefined);
      }),
    { bodyLimit: SENT_FILE_MAXIMUM },
  ),
];
