export { waitingContact } from './person.domain.ts';
export { useContactsToConfirm, useUnreachedUser } from './contacts-to-confirm.ts';
