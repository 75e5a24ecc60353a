export { addressBlock } from './address-block.domain.ts';
export { countSignInOf } from './address-rate.ts';
export { tidyAccess } from './tidy-access.ts';
