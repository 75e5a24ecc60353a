import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { METHOD_NAMES } from '../rules/payment-methods.ts';
import { inEachLanguage } from '../rules/languages.ts';
import { brandIdentifier, instant } from '../wire.ts';
import { typed } from '../typed.ts';

const text = z.object({ Title: z.string(), Body: z.string() });

export const systemNotification = z.object({
  Id: z.string(),
  Level: z.enum(['info', 'warning']),
  StartTime: instant,
  EndTime: z.nullable(instant),
  /** Added: the payment method that the notice is about, for people who can pay by it; null: for everyone. */
  PaymentMethod: z.nullable(z.enum(METHOD_NAMES)),
  Texts: z.object(inEachLanguage(() => text)),
});
export type SystemNotification = z.output<typeof systemNotification>;

/** Notices that are current now; shown as a banner. tenantId is checked against the brand. */
export const getSystemNotifications = operation({
  name: 'getSystemNotifications',
  method: 'POST',
  reads: true,
  path: 'brand/GetSystemNotifications',
  auth: 'public',
  proof: 'none',
  summary: 'Notices to show as a banner',
  body: z.object({
    brandIdentifier,
    tenantId: z.optional(z.number()),
    tenantName: z.optional(z.string().check(typed.line(), z.maxLength(200))),
  }),
  response: z.object({ Notifications: z.array(systemNotification) }),
  errors: ['not_found'],
});
