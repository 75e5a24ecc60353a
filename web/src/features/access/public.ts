export { noteHasPasscode } from './passcode/passcode-offer.ts';
