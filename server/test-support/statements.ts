import type { TransactionKind } from '@wattle/contract/transactions/transaction.ts';
import { recordPosting } from '../src/features/transactions/public.ts';
import { TRANSFER_CODE } from '../src/ledger/ledger.ts';
import { openLedger } from '../src/ledger/open-ledger.ts';
import type { TestContext } from './processes/database.ts';
import type { TestAccount } from './factories.ts';

export type GivenRow = {
  readonly kind: TransactionKind;
  /** Signed cents. */
  readonly amount: bigint;
  /** Time of posting, and the effective time if it differs. */
  readonly at: string;
  readonly effectiveAt?: string;
  /** Counter-account; default: the bank. */
  readonly from?: 'bank' | 'vouchers' | 'withholdingTax';
};

let serial = 0;

/** Posts a row of an account's history with its description. */
export function givenRow(
  ctx: TestContext,
  account: TestAccount,
  { kind, amount, at, effectiveAt = at, from = 'bank' }: GivenRow,
) {
  const ledger = openLedger();
  const { tenantId } = account.brand;
  return ctx.database.transact(tenantId, async (tx) => {
    const other = await ledger.settlementAccount(tx, tenantId, kind === 'interest' ? 'interest' : from);
    const own = account.ledgerAccountId;
    const isIn = amount > 0n;
    serial += 1;
    const posted = await ledger.post(tx, {
      tenantId,
      key: `row:${account.id}:${serial}`,
      debit: isIn ? other : own,
      credit: isIn ? own : other,
      amount: isIn ? amount : -amount,
      code: TRANSFER_CODE[kind],
      effectiveAt: Date.parse(effectiveAt),
      postedAt: Date.parse(at),
    });
    if (!posted.ok) throw new Error(posted.refusal);
    recordPosting(tx, {
      tenantId,
      memberAccountId: account.id,
      ledgerAccountId: own,
      seq: isIn ? posted.value.creditSeq : posted.value.debitSeq,
      transferId: posted.value.id,
      amount: isIn ? amount : -amount,
      day: effectiveAt.slice(0, 10),
      kind,
      category: 'other',
      description: `Row of ${at.slice(0, 10)}`,
    });
  });
}
