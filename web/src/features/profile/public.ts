export { useContactsToConfirm, useUnreachedUser } from './contacts-to-confirm.ts';
