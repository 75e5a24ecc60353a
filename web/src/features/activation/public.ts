export { activationToken, callActivation, endActivation, startActivation } from './activation-session.ts';
export { type ActivationPage, useActivation, useNextStep } from './use-activation.ts';
export type { UpgradeOutcome } from './upgrade/upgrade-outcome.ts';
export { useFacility } from './identity/use-facility.ts';
