import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { confirmPayee } from '@wattle/contract/transfers/payees.ts';
import { useEffect, useState } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import type { AskedName, MethodDescriptor, NameCheck, PaymentValues } from '../payment-method.ts';
import { isLocked } from './transfer.domain.ts';

type NameChecking = {
  /** Result of the name check; null while it is unknown or unavailable. */
  readonly check: NameCheck | null;
  /** The check is about to start, or has no answer yet. */
  readonly isUnderWay: boolean;
};

/** The check pauses while the user types. */
const PAUSE_MS = 700;

/** Account and name to check, for a payee that was typed in or changed; null: name or number is incomplete. */
function askedOf(method: MethodDescriptor, values: PaymentValues): AskedName | null {
  return isLocked(values) || lineText(values.name).length < 2 ? null : method.askedName(values);
}

/** Asks the payee's bank whether the name belongs to the account. */
export function useNameCheck(
  method: MethodDescriptor,
  values: PaymentValues,
  { isTyped }: { readonly isTyped: boolean },
): NameChecking {
  const asked = askedOf(method, values);
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
