import type { NotificationItem } from '@wattle/contract/notifications/notifications.ts';
import { type Language, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { channel, declineReason, spendingCategory } from '@wattle/contract/transactions/transaction.ts';
import * as z from 'zod/mini';
import { toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import type { NotificationRow } from './notification.store.ts';

/** The values as they are kept (`NotificationParams`). */
const kept = z.object({
  name: z._default(z.string(), ''),
  cents: z.optional(z.string()),
  category: z.optional(z.nullable(spendingCategory)),
  channel: z.optional(z.nullable(channel)),
  declineReason: z.optional(z.nullable(declineReason)),
  transactionId: z.optional(z.nullable(z.string())),
  accountNumber: z.optional(z.string()),
  until: z.optional(z.number()),
  change: z.optional(z.string()),
  words: z.optional(z.record(z.enum(LANGUAGES), z.record(z.string(), z.string()))),
});

export function toNotification(row: NotificationRow, language: Language): NotificationItem {
  const params = z.parse(kept, row.params);
  return {
    Id: String(row.id),
    Kind: row.kind,
    HappenedAt: toInstant(row.happened_at),
    IsRead: row.is_read,
    Name: params.name,
    Amount: params.cents === undefined ? null : toDollars(BigInt(params.cents)),
    Category: params.category ?? null,
    Channel: params.channel ?? null,
    DeclineReason: params.declineReason ?? null,
    TransactionId: params.transactionId ?? null,
    AccountNumber: params.accountNumber ?? null,
    Until: params.until === undefined ? null : new Date(params.until).toISOString(),
    Change: params.change ?? null,
    Values: params.words?.[language] ?? {},
  };
}
