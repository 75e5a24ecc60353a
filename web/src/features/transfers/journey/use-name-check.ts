import { confirmPayee } from '@wattle/contract/transfers/names/confirm-payee.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useEffect, useState } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import { plainNumber } from '../../../form/plain-number.domain.ts';
import { payeePlanOf, type TransferValues, wayOf } from './transfer.domain.ts';

export type NameCheck = ResponseOf<typeof confirmPayee>;

type NameChecking = {
  /** What the other side says of the name; null while nothing is known, and where it cannot be asked. */
  readonly check: NameCheck | null;
  /** It is about to be asked, or no answer is there yet. */
  readonly isUnderWay: boolean;
};

const BSB = /^\d{6}$/;
const OWN_NUMBER = /^\d{9}$/;
const BANK_NUMBER = /^[A-Za-z0-9]{3,9}$/;
/** Nobody is asked about while somebody types. */
const PAUSE_MS = 700;

type Asked = { readonly Bsb: string | null; readonly AccountNumber: string; readonly AccountName: string };

/** Whose an account is said to be, for somebody who is typed in or changed; null: nothing is complete. */
function askedOf(values: TransferValues): Asked | null {
  const way = wayOf(values);
  if (way === 'bpay' || payeePlanOf(values) === 'saved') return null;
  const [AccountName, AccountNumber] = [values.name.trim(), plainNumber(values.accountNumber)];
  if (AccountName.length < 2) return null;
  if (way === 'internal') return OWN_NUMBER.test(AccountNumber) ? { Bsb: null, AccountNumber, AccountName } : null;
  const Bsb = plainNumber(values.bsb);
  return BSB.test(Bsb) && BANK_NUMBER.test(AccountNumber) ? { Bsb, AccountNumber, AccountName } : null;
}

/** Asks the other side of a payment whose its account is. */
export function useNameCheck(values: TransferValues, { isTyped }: { readonly isTyped: boolean }): NameChecking {
  const asked = askedOf(values);
  const now = asked === null ? '' : JSON.stringify(asked);
  const [settled, setSettled] = useState(isTyped ? '' : now);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(now), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [now]);
  const isSettled = asked !== null && settled === now;
  const body = asked ?? { Bsb: null, AccountNumber: '', AccountName: '' };
  const { data, isPending } = useOperation(confirmPayee, { body }, { isEnabled: isSettled });
  return {
    check: isSettled ? (data ?? null) : null,
    isUnderWay: asked !== null && (isPending || !isSettled),
  };
}
