import { faultCode, isFinalStatus } from './http-fault.ts';
import type { ReceiptReason } from './receipt.ts';

/** Result of a delivery attempt. A refusal is final if a retry cannot succeed. */
export type Delivery =
  | {
      readonly ok: true;
      /** The provider's id of the message, by which its receipts name it. Up to 200 characters. */
      readonly providerId?: string;
    }
  | {
      readonly ok: false;
      readonly isFinal: boolean;
      /** A short code for the outbox and the log. Contains no address and no text of the other system. */
      readonly code: string;
      /** Nothing was sent: the circuit breaker is open, or too many calls wait. It does not count as an attempt. */
      readonly isUnsent?: true;
      /**
       * It was refused because of us: our sender, account, region or rate. It is raised and, unless it is final, tried
       * again without counting as an attempt.
       */
      readonly isOurs?: true;
      /** Only this sender or this number is refused because of us: others are accepted meanwhile. */
      readonly isOfOne?: true;
      /** Why the recipient cannot be reached, where the other system says so. */
      readonly reason?: ReceiptReason;
    };

export const DELIVERED: Delivery = { ok: true };

/** Maps an HTTP status to a result. */
export function judgeStatus(status: number): Delivery {
  if (status >= 200 && status < 300) return DELIVERED;
  return { ok: false, isFinal: isFinalStatus(status), code: `http_${status}` };
}

/** Maps an exception to a result. The message was not refused, so it can be retried. */
export function judgeFault(error: unknown): Delivery {
  return { ok: false, isFinal: false, code: faultCode(error) };
}
