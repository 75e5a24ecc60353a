import type { PurchaseMessage } from './purchase-message.ts';

/** Why a purchase was decided without our answer, or against it. */
export type DecidedBy = 'us' | 'network' | 'timeout' | 'standIn' | 'processor';

/**
 * An event at a processor: it has happened, and cannot be declined. `message` describes the purchase or its part; its
 * `reference` is that of the event and its `original` that of the purchase, but for `decided`, `declined`, whose
 * `reference` is that of the ask.
 */
export type Told =
  /** Result of an ask. `amount` is what the processor holds for it: of an increment, what it adds. */
  | { readonly did: 'decided'; readonly approved: boolean; readonly by: DecidedBy; readonly message: PurchaseMessage }
  /** Declined without asking us. `reason` is the processor's word. */
  | { readonly did: 'declined'; readonly reason: string; readonly message: PurchaseMessage }
  /** Reversed before it was cleared, down to `left` cents (0: whole). `tooLate`: our approval came after the deadline. */
  | {
      readonly did: 'reversed';
      readonly reference: string;
      readonly original: string;
      readonly left: number;
      readonly why?: 'tooLate' | undefined;
    }
  /** The hold is `amount` from now on, more or less than before. */
  | { readonly did: 'holdSet'; readonly reference: string; readonly original: string; readonly amount: number }
  /** No longer held, and may still be charged. */
  | { readonly did: 'expired'; readonly reference: string; readonly original: string }
  | { readonly did: 'cleared'; readonly message: PurchaseMessage; readonly isFinal?: boolean | undefined }
  /** A correction of what was cleared, to the cardholder's cost or credit. */
  | { readonly did: 'corrected'; readonly side: 'debit' | 'credit'; readonly message: PurchaseMessage }
  | { readonly did: 'refunded'; readonly message: PurchaseMessage }
  /** A refund reversed by its shop. `refund` is the reference of the refund. */
  | { readonly did: 'refundReversed'; readonly refund?: string | undefined; readonly message: PurchaseMessage }
  /** A refund is announced; no money has moved. */
  | { readonly did: 'refundAuthorised'; readonly message: PurchaseMessage }
  /**
   * State of a dispute at the processor. `dispute` is the processor's id, `amount` cents where it tells them. `original`
   * is the reference of the purchase, or of the clearing where the processor names that alone.
   */
  | {
      readonly did: 'disputed';
      readonly dispute: string;
      readonly original?: string | undefined;
      readonly state: 'needsInfo' | 'submitted' | 'won' | 'lost' | 'expired' | 'fundsBack' | 'fundsTaken' | 'other';
      readonly amount?: number | undefined;
    }
  /** A card of the processor has another state. */
  | { readonly did: 'cardState'; readonly card: string; readonly state: 'on' | 'off' | 'closed' };
