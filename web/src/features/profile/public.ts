export { useContactsToConfirm } from './contacts-to-confirm.ts';
