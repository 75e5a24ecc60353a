export { noteAlerts } from './note-alerts.store.ts';
export { startAlerts } from './start-alerts.ts';
