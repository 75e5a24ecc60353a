export { callActivation, startActivation } from './activation-session.ts';
export { type ActivationPage, useActivation, useNextStep } from './use-activation.ts';
export { useFacility } from './identity/use-facility.ts';
