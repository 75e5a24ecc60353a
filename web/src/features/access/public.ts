export { noteNewLogin } from './offers/new-login.ts';
export { noteHasPasscode } from './passcode/passcode-offer.ts';
