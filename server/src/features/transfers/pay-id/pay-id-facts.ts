import { makerOf } from '../../../http/caller.ts';
import type { ResolvedPayId } from '../../../outside/npp/port.ts';
import type { Person, PaymentTransaction } from '../../payments/public.ts';
import type { DestinationHistory } from '../destinations/destination-history.ts';
import { findSides } from '../internal/find-sides.ts';
import type { Payee } from '../internal/internal-transfer.domain.ts';
import { findLookUp, type LookUp } from './look-up.store.ts';
import { findOwnAccount, readPayIdHistory } from './pay-id-history.ts';

/** Whom a look-up has found, as its owner may pay it. */
export type PayIdFacts = {
  readonly lookUp: LookUp & { readonly found: ResolvedPayId };
  readonly history: DestinationHistory;
  /** Set where it is an account of the programme, which is paid without the bank; null: it cannot be paid. */
  readonly own?: {
    readonly payee: Payee | null;
    readonly payerName: string | null;
    readonly payerHolder: bigint | null;
  };
};

type Asked = { readonly lookUpId: string; readonly payer: string };

/** Undefined: the person has no such look-up, or it found nothing. */
export async function readPayIdFacts(
  within: PaymentTransaction,
  person: Person,
  { lookUpId, payer }: Asked,
): Promise<PayIdFacts | undefined> {
  const { ctx, tx, tenantId } = within;
  const lookUp = await findLookUp(tx, ctx.secrets, tenantId, lookUpId);
  if (!lookUp?.found || lookUp.owner !== makerOf(person)) return undefined;
  const { found } = lookUp;
  const ownAccount = await findOwnAccount({ tx, tenantId }, person, found);
  const history = await readPayIdHistory(within, person, lookUp, { ...found, ownAccount });
  const facts = { lookUp: { ...lookUp, found }, history };
  if (ownAccount === null) return facts;
  const body = { MemberNumber: payer, DestinationAccountNumber: ownAccount, DestinationAccountName: found.name };
  const [sides] = await findSides(within, [{ person, body }]);
  const own = { payerName: sides?.payer?.name ?? null, payerHolder: sides?.payer?.holderId ?? null };
  return { ...facts, own: { ...own, payee: sides?.payee ?? null } };
}
