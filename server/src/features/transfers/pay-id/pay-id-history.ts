import { makerOf } from '../../../http/caller.ts';
import type { ResolvedPayId } from '../../../outside/npp/port.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { destinationKey, type Person, type PaymentTransaction } from '../../payments/public.ts';
import { type DestinationHistory, readDestinationHistories } from '../destinations/destination-history.ts';
import { findHolder } from '../names/name-check.store.ts';
import { findLastAgreed, type LookUp } from './look-up.store.ts';
import { isSamePayee } from './same-payee.domain.ts';

/** Number of an account of the programme that a PayID leads to; null: it leads elsewhere. */
export async function findOwnAccount(
  { tx, tenantId }: Pick<PaymentTransaction, 'tx' | 'tenantId'>,
  { brandId }: Pick<Person, 'brandId'>,
  { account }: ResolvedPayId,
): Promise<string | null> {
  if (account === null) return null;
  const { bsb, accountNumber } = account;
  return (await findHolder(tx, tenantId, { brandId, bsb, accountNumber })) ? accountNumber : null;
}

type Behind = Pick<ResolvedPayId, 'account'> & {
  /** Number of the account, if it is one of the programme. */
  readonly ownAccount: string | null;
};

/** Key of the account behind a PayID, as a payment to its number has it; null: the provider keeps it. */
export function accountKey(secrets: Pick<Secrets, 'typedHash'>, { account, ownAccount }: Behind): string | null {
  if (account === null) return null;
  const { bsb, accountNumber } = account;
  return ownAccount !== null
    ? destinationKey(secrets, { method: { name: 'internal' }, bsb: '', number: ownAccount })
    : destinationKey(secrets, { method: { name: 'external' }, bsb, number: accountNumber });
}

/**
 * Payments of a payer to a PayID, by the PayID and by the account behind it: a known account is known by any PayID, and
 * what is blocked stays blocked by any. A PayID that has another name or account than it was last paid by is new.
 */
export async function readPayIdHistory(
  within: PaymentTransaction,
  person: Person,
  { destination }: Pick<LookUp, 'destination'>,
  resolved: ResolvedPayId & Behind,
): Promise<DestinationHistory> {
  const { ctx, tx, tenantId } = within;
  const ofAccount = accountKey(ctx.secrets, resolved);
  const asked = [destination, ...(ofAccount ? [ofAccount] : [])].map((each) => ({ person, destination: each }));
  const [histories, last] = await Promise.all([
    readDestinationHistories(within, asked),
    findLastAgreed(tx, ctx.secrets, tenantId, { owner: makerOf(person) ?? '', destination }),
  ]);
  const [byPayId, byAccount] = histories;
  if (!byPayId) throw new Error('a PayID has no history');
  const isBlocked = byPayId.isBlocked || byAccount?.isBlocked === true;
  const isChanged = last?.found && !isSamePayee(last.found, resolved);
  if (isChanged) return { ...byPayId, isBlocked, isPaid: false, isKnown: false };
  return {
    ...byPayId,
    isBlocked,
    isPaid: byPayId.isPaid || byAccount?.isPaid === true,
    isKnown: byPayId.isKnown || byAccount?.isKnown === true,
    recent: byPayId.recent + (byAccount?.recent ?? 0n),
  };
}
