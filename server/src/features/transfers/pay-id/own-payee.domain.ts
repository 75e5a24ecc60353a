import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { Payee } from '../internal/internal-transfer.domain.ts';
import type { Cents } from '../../../platform/money.ts';

type Own = { readonly payee: Payee | null; readonly payerName: string | null };

/** Longest description in the payee's list. */
const DESCRIPTION_MAX = 140;

/** Side of an account of the programme that a PayID leads to, and its maximum balance. */
export function paidWithin(
  { payee, payerName }: Own,
  payer: { readonly ledgerAccountId: bigint },
): Result<
  { readonly to: (message: string) => MemberPayee; readonly ceiling: Cents },
  'required_field' | 'payee_not_activated'
> {
  const [first, ...others] = payee?.maxBalances ?? [];
  if (!payee || first === undefined || payee.ledgerAccountId === payer.ledgerAccountId)
    return err('required_field', 'PayId');
  if (!payee.isActivated) return err('payee_not_activated', 'PayId');
  const to = (message: string): MemberPayee => ({
    ...payee,
    field: 'PayId',
    ifClosed: 'required_field',
    kind: 'transferIn',
    description: message.slice(0, DESCRIPTION_MAX),
    ...(payerName === null ? {} : { counterparty: payerName }),
  });
  return ok({ to, ceiling: others.reduce((most, max) => (max > most ? max : most), first) });
}

type MemberPayee = Payee & {
  readonly field: 'PayId';
  readonly ifClosed: 'required_field';
  readonly kind: 'transferIn';
  readonly description: string;
  readonly counterparty?: string;
};
