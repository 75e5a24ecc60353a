export { activationToken, callActivation, endActivation } from './activation-session.ts';
export { type ActivationPage, useActivation, useNextStep } from './use-activation.ts';
export { useFacility } from './identity/use-facility.ts';
export { useReference } from './use-reference.ts';
