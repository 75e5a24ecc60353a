export { readOutboxState } from './outbox-state.store.ts';
export type { Recipient } from './message.types.ts';
export { messageFigures } from './message-figures.ts';
export { countMessagesOfBrand } from './outbox.store.ts';
export { toE164 } from './mobile-number.domain.ts';
export { isChannelOn, queueNotice, queueRequested, withdrawMessages } from './queue-message.ts';
export { queueToDevices } from './queue-to-devices.ts';
export { tellApart } from './tell-apart.ts';
export { tellHolder } from './tell-holder.ts';
