export { maximumOf, monthOf, productsOfAccount, wasInUse } from './account-cards.ts';
export { isPrimary, isPrimaryOf, readAccountLogin, seesAccount } from './caller.store.ts';
export {
  CARD_STATUS,
  type CardActor,
  type CardEvent,
  type InnerStatus,
  isListed,
  SIGNS_IN,
  statusIn,
  USED_UP_FROM,
  WAITS_FOR_ACTIVATION,
} from './card-status.states.domain.ts';
export type { CardsInView, CardViewPart, ListFields } from './card-view-part.ts';
export { allowedMethods } from './allowed-methods.ts';
export { type FeatureName, type FeatureSwitches, isFeatureOn } from './features.domain.ts';
export { findOwnCard, heldByProgramme } from './own-cards.store.ts';
export { openNumber, type SealedNumber } from './card-number.ts';
export { ACTIVATION_CHECKS, productSettings, type ProductSettings } from './product-settings.ts';
export { findShownCard, listShownCards, type ShownCard } from './shown-cards.ts';
export { readHoldersOfCards } from './holder-of-card.store.ts';
