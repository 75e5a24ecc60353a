import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { getAccountLoginNameActivation } from '@wattle/contract/activation/login.ts';
import { useEffect, useState } from 'react';
import { callActivation } from './activation-session.ts';

/** The username that a nominee will have: the number of the shared account with an extension. Null until it is known. */
export function useNomineeLogin({ AccountNumber, IsPrimaryAccountRelationship: isPrimary }: ActivationView) {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    if (isPrimary) return;
    let isGone = false;
    void callActivation(getAccountLoginNameActivation, { body: { AccountNumber } }).then((answer) => {
      if (answer.ok && !isGone) setName(answer.value.AccountLoginNumber);
    });
    return () => {
      isGone = true;
    };
  }, [AccountNumber, isPrimary]);
  return name;
}
