export { refreshWebhookFigures, webhookFigures } from './figures.ts';
