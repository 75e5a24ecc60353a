export { verifyActivation } from './begin-activation.ts';
export { isMaidenNameLocked } from './verify-identity.route.ts';
export { linkLogin } from './link-login.ts';
export { admitStep, currentActivation } from './admit-step.ts';
export { type ActivationRow, lockOpenActivations, saveIdentityProved, saveKyc } from './activation.store.ts';
export { printLettersAgain, queueLetter } from './letter/letter.ts';
