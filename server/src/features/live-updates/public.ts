export { openLiveHub } from './live-hub.ts';
export type { LiveHub } from './live-hub.ts';
