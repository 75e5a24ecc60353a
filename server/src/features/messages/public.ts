export { readOutboxState } from './outbox-state.store.ts';
export type { Recipient } from './message.types.ts';
export { countMessagesOfBrand } from './outbox.store.ts';
export { toE164 } from './mobile-number.domain.ts';
export { isChannelOn, queueMessage, withdrawMessages } from './queue-message.ts';
export { queueNotices } from './queue-notices.ts';
