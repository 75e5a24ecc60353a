import type { reverse } from '@wattle/contract/network/authorise.ts';
import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Tx } from '../../platform/database.ts';
import { answerFollowUp, approved, drawApprovalCode, type Outcome, refused } from './answer-once.ts';
import { lockAuthorisation, saveCourse, type StoredAuthorisation } from './network.store.ts';

type Reversal = BodyOf<typeof reverse>;

const ledger = openLedger();

/**
 * Takes an authorisation back before it is cleared, all of it or down to the replacement amount.
 * A repeat, even under another reference, changes nothing: what it asks for
 * is a state, not a step.
 */
export function reversePurchase(ctx: AppContext, message: Reversal): Promise<NetworkAnswer> {
  return answerFollowUp(ctx, 'reversal', message, async ({ tx, tenantId }) => {
    const original = await lockAuthorisation(tx, tenantId, message.original);
    if (!original) return { answer: refused(message.reference, ANSWER.error) };
    const keep = BigInt(message.replacementAmount ?? 0);
    switch (original.status) {
      case 'cleared':
        // The money has moved; only a refund brings it back.
        return { answer: refused(message.reference, ANSWER.notPermitted), authorisationId: original.id };
      case 'approved':
        // The amount can only become less: more would be a purchase without checks.
        if (keep > original.current_amount) {
          return { answer: refused(message.reference, ANSWER.overLimit), authorisationId: original.id };
        }
        await letGo(ctx, tx, original, keep);
        return { ...(await outcomeOf(tx, original, message)), changed: original.member_account_id };
      case 'declined':
      case 'expired':
      case 'reversed':
        // Nothing is held any more: as asked.
        return outcomeOf(tx, original, message);
    }
  });
}

async function letGo(ctx: AppContext, tx: Tx, original: StoredAuthorisation, keep: bigint): Promise<void> {
  if (original.hold_id === null) throw new Error(`approved authorisation ${original.id} has no hold`);
  if (keep === original.current_amount) return;
  const released = await ledger.releaseHold(tx, {
    tenantId: original.tenant_id,
    hold: original.hold_id,
    keep,
    at: ctx.clocks.business.now(),
    because: 'voided',
  });
  if (!released.ok) throw new Error(`the ledger refused to let go of a hold: ${released.refusal}`);
  await saveCourse(tx, original, keep === 0n ? 'reversed' : 'approved', keep);
}

async function outcomeOf(tx: Tx, original: StoredAuthorisation, message: Reversal): Promise<Outcome> {
  const balance = await ledger.balance(tx, original.tenant_id, original.ledger_account_id);
  if (!balance) throw new Error(`the account of authorisation ${original.id} is gone`);
  const approvalCode = original.approval_code ?? drawApprovalCode();
  return {
    answer: approved(message.reference, approvalCode, balance.balance - balance.held),
    authorisationId: original.id,
  };
}
