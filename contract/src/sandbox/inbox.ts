import * as z from 'zod/mini';
import { LANGUAGES } from '../rules/languages.ts';
import { operation } from '../operation.ts';
import { brandIdentifier, instant } from '../wire.ts';

/** A message as its receiver would read it. */
const inboxMessage = z.object({
  Id: z.string(),
  Channel: z.enum(['email', 'sms', 'push']),
  /** Email address, mobile number, or host of the push service. */
  Recipient: z.string(),
  Template: z.string(),
  Language: z.enum(LANGUAGES),
  /** Subject of a mail, title of a notice; null for a text message. */
  Subject: z.nullable(z.string()),
  Text: z.string(),
  /** HTML part of a mail, else null. */
  Html: z.nullable(z.string()),
  /** Business time. */
  QueuedTime: instant,
  State: z.enum(['waiting', 'delivered', 'dead']),
  Attempts: z.number(),
});
export type InboxMessage = z.output<typeof inboxMessage>;

/** The newest 100 messages of a brand. In the sandbox only: in production there is no such address. */
export const getInbox = operation({
  name: 'getInbox',
  method: 'GET',
  path: 'sandbox/inbox',
  auth: 'public',
  proof: 'none',
  summary: 'Messages that the sandbox has sent',
  query: z.object({ brand: z.optional(brandIdentifier) }),
  response: z.object({ Messages: z.array(inboxMessage) }),
  errors: ['not_found'],
});
