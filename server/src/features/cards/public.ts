export { actorOf } from './actor.ts';
export { statusIn } from './card-status.domain.ts';
export type { InnerStatus } from './card-status.domain.ts';
export type { CardRow } from './card.store.ts';
export { insertCard, maskPan } from './issue-card.store.ts';
export type { NewCard } from './issue-card.store.ts';
export { productSettings } from './product-settings.ts';
export type { ProductSettings, ProductSettingsInput } from './product-settings.ts';
export { findShownCard } from './shown-cards.ts';
