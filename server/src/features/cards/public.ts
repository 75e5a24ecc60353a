export type { CardNamed } from './card-named.ts';
export { lockNumber } from './block/card-number.store.ts';
export { categoryControlsOf, channelControlsOf, isBlocked } from './controls/controls.domain.ts';
export { toBlockedControls } from './controls/controls.store.ts';
export { addCard, drawCardId, insertCard } from './issue-card.store.ts';
export { closedFrom, releaseCard } from './issued/issued-card.ts';
export {
  addDelivery,
  lockStatus,
  readIssuedNumber,
  saveStatusLater,
} from './issued/issued-card.store.ts';
export {
  findByAccount,
  findByCardId,
  findByEmail,
  findById,
  findByLastFour,
  findByMobile,
  findByName,
} from './find/find.store.ts';
export { maskPan, maskWhileMade, NO_DIGITS } from './mask-pan.domain.ts';
export { addToStock } from './stock/card-stock.store.ts';
export { orderPlastic } from './orders/card-orders.due.ts';
export { drawPrintedId, maskedNumberOf, monthAfter, type NewNumber, numberFor } from './replace/new-number.ts';
export {
  supersedePredecessor,
  takenCardIds,
  takenNumbers,
} from './replace/replacement.store.ts';
export { upgradeRequest } from './upgrade/upgrade-request.kind.ts';
export { type ForPayer, readCardPrefixes, showForPayer } from './typed-reference.store.ts';
export { lockCardsOf } from './desk/desk-card.store.ts';
export { closeCards } from './desk/close-cards.ts';
