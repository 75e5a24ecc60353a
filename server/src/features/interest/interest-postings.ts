import { type LedgerAccountId, TRANSFER_CODE } from '../../ledger/ledger.ts';
import { productTexts } from '../../platform/text/texts.ts';
import type { Posting } from '../payments/public.ts';
import { interestOf, taxOf } from './interest.domain.ts';
import type { EarningAccount } from './interest.store.ts';

export type Earned = {
  readonly account: EarningAccount;
  /** Closing balance of each of its days, by posting date. */
  readonly closings: readonly bigint[];
};

export type Payers = { readonly payer: LedgerAccountId; readonly office: LedgerAccountId };

/** Interest in cents, and the tax withheld from it. */
export function paidOf({ account: { terms, taxFileState, withholding }, closings }: Earned) {
  const interest = interestOf(closings, terms);
  return { interest, tax: taxOf(interest, taxFileState, withholding) };
}

/** Posting of the interest, then of the withheld tax; none without interest. */
export function interestPostings(
  earned: Earned,
  { payer, office }: Payers,
  effectiveAt: number,
): readonly Posting<'not_found'>[] {
  const { account } = earned;
  const { interest, tax } = paidOf(earned);
  const words = productTexts(account.language, 'postings');
  const member = {
    ledgerAccountId: account.ledger_account_id,
    memberAccountId: account.member_account_id,
    ifClosed: 'not_found',
  } as const;
  const paid: Posting<'not_found'> = {
    from: { ledgerAccountId: payer },
    to: { ...member, kind: 'interest', description: words['interest'] ?? '' },
    amount: interest,
    code: TRANSFER_CODE.interest,
    effectiveAt,
  };
  const withheld: Posting<'not_found'> = {
    from: { ...member, kind: 'withholdingTax', description: words['tax'] ?? '' },
    to: { ledgerAccountId: office },
    amount: tax,
    code: TRANSFER_CODE.withholdingTax,
    // The interest that it is deducted from is credited right before.
    forced: true,
    effectiveAt,
  };
  return [...(interest > 0n ? [paid] : []), ...(tax > 0n ? [withheld] : [])];
}
