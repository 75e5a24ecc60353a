export { endAlertSettings } from './alert.store.ts';
export { recordAlertEvents } from './alert-event.store.ts';
export { addDefaultAlerts } from './default-alerts.ts';
