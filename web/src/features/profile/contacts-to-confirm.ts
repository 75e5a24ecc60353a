import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useIsUser } from '../../session/session.ts';

/** State of the user's contacts that needs action. */
export type ContactsToConfirm = 'confirm' | 'add' | null;

function useDetails() {
  const isUser = useIsUser();
  return useOperation(getPersonalDetails, {}, { isEnabled: isUser }).data;
}

/** Whether the user's contacts need action: one awaits its code, or there is none. */
export function useContactsToConfirm(): ContactsToConfirm {
  const data = useDetails();
  if (!data) return null;
  if (data.PendingContacts.length > 0) return 'confirm';
  return data.EmailAddress || data.Mobile ? null : 'add';
}

/** Why no code reaches the user: each contact awaits its own code, or there is none. Null: one reaches them. */
export function useUnreachedUser(): ContactsToConfirm {
  const data = useDetails();
  if (!data || data.EmailAddress || data.Mobile) return null;
  return data.PendingContacts.length > 0 ? 'confirm' : 'add';
}
