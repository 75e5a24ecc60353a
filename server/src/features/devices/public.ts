export { forgetRegistration, putDevice, registrationsOf } from './device.store.ts';
