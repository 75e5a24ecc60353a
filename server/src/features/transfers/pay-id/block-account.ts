import { callerOf } from '../../../http/caller.ts';
import type { Session } from '../../../http/handle.ts';
import type { PaymentTransaction } from '../../payments/public.ts';
import { blockWith } from '../blocked/blocked-payee.store.ts';
import { findLastAgreed } from './look-up.store.ts';
import { accountKey, findOwnAccount } from './pay-id-history.ts';

/** Blocks the account behind a blocked PayID too: it is not paid by its number or by another PayID. */
export async function blockAccountOf(
  { ctx: { secrets }, tx }: Pick<PaymentTransaction, 'ctx' | 'tx'>,
  session: Session,
  destination: string,
): Promise<void> {
  const { tenantId } = session;
  const last = await findLastAgreed(tx, secrets, tenantId, { owner: callerOf(session), destination });
  if (!last?.found) return;
  const ownAccount = await findOwnAccount({ tx, tenantId }, session, last.found);
  const other = accountKey(secrets, { ...last.found, ownAccount });
  if (other !== null) await blockWith(tx, session, { destination, other });
}
