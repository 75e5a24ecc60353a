export { holdOffers } from './offers/held-offers.ts';
export { noteNewLogin } from './offers/new-login.ts';
/** Updates the user's name in the browser's store of passkeys. */
export async function signalPasskeys(): Promise<void> {
  await (await import('./passkeys/signal-passkeys.ts')).signalPasskeys();
}
export { noteHasPasscode } from './passcode/passcode-offer.ts';
export type { CardToLogin, UpgradeOutcome } from './sign-in/card-to-login.ts';
export { dropHandedOverCard, handedOverCard, handOverCard } from './sign-in/card-handover.ts';
