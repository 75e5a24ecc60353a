export { noteNewLogin } from './offers/new-login.ts';
export { noteHasPasscode } from './passcode/passcode-offer.ts';
export { dropHandedOverCard, handedOverCard, handOverCard } from './sign-in/card-handover.ts';
