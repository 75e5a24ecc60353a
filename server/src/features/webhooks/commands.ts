import {
  replayWebhookCommand,
  replayWebhooksCommand,
  testWebhookCommand,
  webhookAttemptsCommand,
  webhookEventsCommand,
  webhooksCommand,
} from './endpoints.desk.ts';
import {
  addWebhookCommand,
  changeWebhookCommand,
  rotateWebhookCommand,
  switchWebhookCommand,
} from './set-endpoint.desk.ts';

/** Commands of the desk of this feature, in the order of their list. */
export const webhookCommands = [
  webhooksCommand,
  webhookEventsCommand,
  webhookAttemptsCommand,
  addWebhookCommand,
  changeWebhookCommand,
  rotateWebhookCommand,
  switchWebhookCommand,
  replayWebhookCommand,
  replayWebhooksCommand,
  testWebhookCommand,
] as const;
