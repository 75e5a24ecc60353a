import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useIsUser } from '../../../session/session.ts';
import { payerName } from './payer-name.domain.ts';

/** The payer's name, which a payee reads unless its payer says something else. Empty where it is not known. */
export function usePayerName(): string {
  const { data } = useOperation(getOnlineAccount, {}, { isEnabled: useIsUser() });
  return data ? payerName(data.FirstName, data.Surname) : '';
}
