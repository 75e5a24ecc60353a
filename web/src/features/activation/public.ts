export { startActivation } from './activation-session.ts';
export { useFacility } from './identity/use-facility.ts';
