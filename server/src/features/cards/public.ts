export type { CardViewPart } from './card-view-part.ts';
export { CARD_STATUS, SIGNS_IN, statusIn, WAITS_FOR_ACTIVATION } from './card-status.states.domain.ts';
export type { InnerStatus } from './card-status.states.domain.ts';
export { isFeatureOn } from './features.domain.ts';
export type { FeatureSwitches } from './features.domain.ts';
export { insertCard } from './issue-card.store.ts';
export { productSettings } from './product-settings.ts';
export type { ProductSettings, ProductSettingsInput } from './product-settings.ts';
export { findShownCard } from './shown-cards.ts';
