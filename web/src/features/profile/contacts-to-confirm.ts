import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useIsUser } from '../../session/session.ts';

/** Whether the user's contacts need action: one awaits its code, or there is none. */
export function useContactsToConfirm(): 'confirm' | 'add' | null {
  const isUser = useIsUser();
  const { data } = useOperation(getPersonalDetails, {}, { isEnabled: isUser });
  if (!data) return null;
  if (data.PendingContacts.length > 0) return 'confirm';
  return data.EmailAddress || data.Mobile ? null : 'add';
}
