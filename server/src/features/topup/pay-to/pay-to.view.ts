import type { AutoTopup, PAY_TO_STATES } from '@wattle/contract/topup/auto-topup.ts';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import type { AutoTopupRow } from '../auto/auto-topup.store.ts';
import { agreementWords } from './agreement-words.domain.ts';
import { type AgreementRow, findAgreement } from './agreement.store.ts';
import { findLastCredit } from './agreement-debit.store.ts';

type State = (typeof PAY_TO_STATES)[number];

/** Agreement of an automatic top-up, as its holder sees it; null: it is a direct debit. */
export async function readPayTo(tx: Tx, tenantId: number, row: AutoTopupRow): Promise<AutoTopup['payTo']> {
  const agreement = row.agreement_id === null ? undefined : await findAgreement(tx, tenantId, row.agreement_id);
  if (!agreement || row.day_most === null) return null;
  const lastAt = await findLastCredit(tx, tenantId, row.id);
  return {
    state: stateOf(row, agreement),
    pausedBy: row.paused_by,
    isResuming: row.paused_by === 'us' && agreement.wanted === 'active',
    respondBy: toInstant(agreement.respond_by),
    dayMost: toDollars(row.day_most),
    payee: agreement.payee,
    shownAs: agreementWords(agreement.topped_up),
    trouble: row.trouble,
    lastAt: lastAt === undefined ? null : toInstant(lastAt),
  };
}

function stateOf(row: AutoTopupRow, { state, reason }: AgreementRow): State {
  if (row.state === 'Pending') return 'waiting';
  if (row.state !== 'Expired') return row.paused_by === null ? 'active' : 'paused';
  if (state === 'Declined') return 'declined';
  if (state === 'Expired') return 'expired';
  if (state === 'Failed') return reason === 'unsupported' ? 'unsupported' : 'failed';
  return 'ended';
}
