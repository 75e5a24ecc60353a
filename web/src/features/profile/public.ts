export { inOneLine } from './person.domain.ts';
export { useContactsToConfirm } from './contacts-to-confirm.ts';
