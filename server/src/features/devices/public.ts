export { putDevice } from './device.store.ts';
