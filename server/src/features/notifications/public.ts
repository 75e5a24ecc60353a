export { addNotifications, addSignIn, readReaders, type ReaderOfAccount } from './note.store.ts';
export { noteNotifications } from './note.ts';
export type { NewNotification } from './notification.types.ts';
