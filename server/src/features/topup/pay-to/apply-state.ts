import type { AppContext } from '../../../compose/context.ts';
import type { AgreementState as AtBank, BankAgreement } from '../../../outside/npp/agreements/port.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import { lockRoomTaken, watchBalances } from '../../balance-watch/public.ts';
import type { PayToNotice } from '../auto/auto-topup.store.ts';
import { AGREEMENT, type AgreementState, eventOf, isOpen } from './agreement.states.domain.ts';
import { type AgreementRow, findAgreement, lockAgreement, saveAgreement } from './agreement.store.ts';
import { saveLost, saveOn, savePaused } from './pay-to-topup.store.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** How often one that works is asked about: only its payer's bank changes it. */
const QUIET_MS = 6 * HOUR_MS;
/** A wish of ours is asked about until the bank has carried it out. */
const WISH_MS = 5 * SECOND_MS;

/** Locks the account of an agreement, as a posting does first, then its automatic top-up and itself. */
export async function lockForState(tx: Tx, tenantId: number, id: bigint): Promise<AgreementRow | undefined> {
  const found = await findAgreement(tx, tenantId, id);
  if (!found) return undefined;
  await lockRoomTaken(tx, tenantId, found.member_account_id);
  return lockAgreement(tx, tenantId, id);
}

/**
 * Applies what the bank says of an agreement, or that it did not register it (`code`), to it and, where it is still of
 * it, to its automatic top-up. The caller has locked it.
 */
export function applyState(
  tx: Tx,
  ctx: AppContext,
  tenantId: number,
  row: AgreementRow,
  answer: BankAgreement | { readonly code: string },
): void {
  const now = ctx.clocks.business.now();
  const said: AtBank =
    'code' in answer ? { is: answer.code === 'unsupported' ? 'unsupported' : 'failed' } : answer.state;
  const moved = move(AGREEMENT, { state: row.state, event: eventOf(said), by: 'bank' });
  const state = moved.kind === 'changed' ? moved.to : row.state;
  const pausedBy = state !== 'Paused' ? null : said.is === 'paused' ? said.by : row.paused_by;
  const wanted = wishLeft(row, state, pausedBy);
  saveAgreement(tx, tenantId, row.id, {
    state,
    pausedBy,
    reason: 'code' in answer ? answer.code : said.is === 'unsupported' ? 'unsupported' : row.reason,
    bankId: 'code' in answer ? null : answer.bankId,
    wanted,
    lookAt: nextLook(row, state, wanted, now),
  });
  const isResumed = row.wanted === 'active' && wanted === null;
  if (state === row.state && pausedBy === row.paused_by && !isResumed) return;
  if (row.is_current) applyToTopup(tx, tenantId, row, { state, pausedBy, wanted, said, now });
  const object = `account:${row.member_account_id}`;
  const line = { tenantId, actor: 'bank', action: `autoTopup.agreement${state}`, object, outcome: 'ok' };
  audit(tx, ctx.clocks, line);
  ctx.live.publishChanged(tx, tenantId, row.member_account_id);
}

/** Our wish, while the bank has not carried it out: the other side's pause ends a wish to resume, and delays one to pause. */
function wishLeft(
  { wanted }: AgreementRow,
  state: AgreementState,
  pausedBy: AgreementRow['paused_by'],
): AgreementRow['wanted'] {
  if (wanted === 'paused') return isOpen(state) && pausedBy !== 'us' ? wanted : null;
  if (wanted === 'active') return state === 'Paused' && pausedBy === 'us' ? wanted : null;
  return null;
}

function nextLook(
  row: AgreementRow,
  state: AgreementState,
  wanted: AgreementRow['wanted'],
  now: number,
): number | null {
  if (!isOpen(state)) return null;
  // Some banks cancel one only when its payer has answered.
  if (!row.is_current) return now + MINUTE_MS;
  if (wanted !== null && (wanted === 'active' || state === 'Active')) return now + WISH_MS;
  if (state !== 'Pending') return now + QUIET_MS;
  const age = now - Date.parse(toInstant(row.made_at));
  // Most payers have the app in their hand.
  return now + (age < 10 * MINUTE_MS ? 5 * SECOND_MS : age < 2 * HOUR_MS ? MINUTE_MS : 15 * MINUTE_MS);
}

type Applied = {
  readonly state: AgreementState;
  readonly pausedBy: AgreementRow['paused_by'];
  readonly wanted: AgreementRow['wanted'];
  readonly said: AtBank;
  readonly now: number;
};

const LOST: Readonly<Partial<Record<AgreementState, PayToNotice>>> = {
  Declined: 'payToDeclined',
  Expired: 'payToExpired',
  Failed: 'payToFailed',
  Cancelled: 'payToEnded',
};

function applyToTopup(
  tx: Tx,
  tenantId: number,
  { auto_topup_id: topupId, member_account_id: accountId }: AgreementRow,
  { state, pausedBy, wanted, said, now }: Applied,
): void {
  if (state === 'Active') {
    // It is paused next.
    if (wanted === 'paused') return;
    saveOn(tx, tenantId, topupId);
    watchBalances(tx, tenantId, [accountId], now);
    return;
  }
  if (state === 'Paused' && pausedBy !== null) {
    const notice = pausedBy === 'payer' ? 'payToPaused' : pausedBy === 'scheme' ? 'payToSchemePaused' : null;
    // A pause of ours has its reason already.
    savePaused(tx, tenantId, topupId, { by: pausedBy, notice, trouble: null });
    return;
  }
  const notice = LOST[state];
  if (notice) saveLost(tx, tenantId, topupId, said.is === 'unsupported' ? 'unsupported' : state.toLowerCase(), notice);
}
