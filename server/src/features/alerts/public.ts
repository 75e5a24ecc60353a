export { noteAlerts } from './note-alerts.store.ts';
