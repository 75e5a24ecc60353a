export { noteNewLogin } from './offers/new-login.ts';
export { noteHasPasscode } from './passcode/passcode-offer.ts';
export type { CardToLogin, UpgradeOutcome } from './sign-in/card-to-login.ts';
export { dropHandedOverCard, handedOverCard, handOverCard } from './sign-in/card-handover.ts';
