import type { Language } from '@wattle/contract/rules/languages.ts';
import { folderRecords, type SandboxRecords } from '../sandbox-records.ts';
import type { GatewayDecline, PayerCard } from './port.ts';

/** Notice to be sent. */
export type DueNotice = {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  /** Business time in ms. */
  readonly dueAt: number;
  readonly isSent: boolean;
};

/** Payment stored by the sandbox gateway. Amounts in cents. */
export type SandboxPayment = {
  readonly reference: string;
  /** Secret that opens the page. */
  readonly secret: string;
  readonly amount: number;
  readonly currency: string;
  readonly describes: string;
  readonly language: Language;
  readonly returnUrl: string;
  readonly cancelUrl?: string;
  /** Business time in ms, like all times here. */
  readonly closesAt: number;
  readonly status: 'open' | 'pending' | 'cancelled' | 'closed' | 'paid';
  /** Attempts that failed. */
  readonly declines?: readonly GatewayDecline[];
  /** Test card whose code is required. */
  readonly challenged: string | null;
  /** Last month of that card. */
  readonly challengedExpiry?: string;
  /** Time at which a pending payment is paid. */
  readonly settlesAt: number | null;
  readonly card: PayerCard | null;
  /** Whether the card that pays is saved. */
  readonly saveCard?: boolean;
  /** Saved card that the page offers: its token, and what is shown of it. */
  readonly offered?: { readonly token: string; readonly number: string; readonly expires: string } | null;
  /** When it was paid. */
  readonly paidAt?: number;
  /** Refunded cents by the id of the refund, and when. The id is its key, with a number where the key came again. */
  readonly refunds: Readonly<Record<string, number>>;
  readonly refundedAt?: Readonly<Record<string, number>>;
  readonly notices: readonly DueNotice[];
};

export type SandboxStore = SandboxRecords<SandboxPayment>;

/** Stores payments in memory. */
export function memoryStore(): SandboxStore {
  const payments = new Map<string, SandboxPayment>();
  return {
    find: (reference) => payments.get(reference),
    save: (payment) => void payments.set(payment.reference, payment),
    all: () => [...payments.values()],
  };
}

/** Stores payments in a folder. */
export const folderStore = (folder: string): SandboxStore =>
  folderRecords<SandboxPayment>(folder, ({ reference }) => reference);
