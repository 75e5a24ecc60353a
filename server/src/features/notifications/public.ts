export { addNotifications, addSignIn, readReaders, type ReaderOfAccount } from './note.store.ts';
export { noteNotifications } from './note.ts';
export { inAllLanguages, type NewNotification } from './notification.types.ts';
