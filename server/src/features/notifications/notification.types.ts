import type { NotificationKind } from '@wattle/contract/notifications/notifications.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Channel, DeclineReason, SpendingCategory } from '@wattle/contract/transactions/transaction.ts';

/** Values of a notification, as they are kept: never a whole card number. */
export type NotificationParams = {
  readonly name?: string;
  /** Signed cents: money out is negative. */
  readonly cents?: bigint;
  readonly category?: SpendingCategory | null;
  readonly channel?: Channel | null;
  readonly declineReason?: DeclineReason | null;
  readonly transactionId?: string | null;
  readonly accountNumber?: string;
  /** Business time in milliseconds. */
  readonly until?: number;
  readonly change?: string;
  /** Further values, in each language. */
  readonly words?: Readonly<Record<Language, Readonly<Record<string, string>>>>;
};

export type NewNotification = {
  readonly webAccountId: bigint;
  readonly kind: NotificationKind;
  /** Names the event: the same one is listed once. Up to 200 characters. */
  readonly cause: string;
  readonly params: NotificationParams;
  /** Business time in milliseconds. */
  readonly at: number;
};
