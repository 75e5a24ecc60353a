import type { Language } from '@wattle/contract/rules/languages.ts';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

export type SandboxStore = {
  find(reference: string): SandboxPayment | undefined;
  save(payment: SandboxPayment): void;
  all(): readonly SandboxPayment[];
};

/** Stores payments in memory. */
export function memoryStore(): SandboxStore {
  const payments = new Map<string, SandboxPayment>();
  return {
    find: (reference) => payments.get(reference),
    save: (payment) => void payments.set(payment.reference, payment),
    all: () => [...payments.values()],
  };
}

/**
 * Stores payments in a folder, one file each, so that they survive a restart. Synchronous, so two posts of one page are
 * processed one after another.
 */
export function folderStore(folder: string): SandboxStore {
  const fileOf = (reference: string) =>
    path.join(folder, `${createHash('sha256').update(reference).digest('hex').slice(0, 40)}.json`);
  const read = (file: string): SandboxPayment | undefined => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as SandboxPayment;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  return {
    find: (reference) => read(fileOf(reference)),
    save(payment) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(payment.reference);
      const part = `${file}.${process.pid}.part`;
      writeFileSync(part, JSON.stringify(payment), { mode: 0o600 });
      renameSync(part, file);
    },
    all() {
      try {
        const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
        return names.flatMap((name) => read(path.join(folder, name)) ?? []);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    },
  };
}
