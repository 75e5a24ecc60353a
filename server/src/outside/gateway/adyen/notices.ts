import * as z from 'zod';
import { parseJson } from '../../http-json.ts';
import type { GatewayDisputeWord, GatewayNotice } from '../port.ts';
import { cardOf } from './card.ts';
import { fromAdyenReference } from './refund-reference.ts';
import { isSettlementReport } from './report.ts';
import { isSignedItem } from './signature.ts';

/** Signed fields have no colon: the signature joins them by colons as they are. */
const field = z.string().regex(/^[^:]{0,200}$/);

const item = z.object({
  pspReference: z.string().regex(/^[\w.-]{1,200}$/),
  originalReference: field.nullish().transform((text) => text ?? ''),
  merchantAccountCode: field,
  merchantReference: field.nullish().transform((text) => text ?? ''),
  amount: z.object({ value: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) }),
  eventCode: z.string().regex(/^\w{1,80}$/),
  success: z.enum(['true', 'false']),
  paymentMethod: z.string().nullish(),
  additionalData: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((data) => data ?? {}),
});
type Item = z.output<typeof item>;

const body = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: item }))
    .min(1)
    .max(100),
});

/** Keys and account of a programme at Adyen. */
export type NoticeKeys = { readonly merchantAccount: string; readonly hmacKeys: readonly Uint8Array[] };

/**
 * Notices of a standard webhook. Undefined unless each item is signed by one of our keys and about our merchant
 * account. They have no id and no time: event, its subject and its outcome name one, so a repeat is known whenever it
 * comes.
 */
export function readAdyenNotices(keys: NoticeKeys, rawBody: Uint8Array): readonly GatewayNotice[] | undefined {
  const read = body.safeParse(parseJson(rawBody));
  if (!read.success) return undefined;
  const items = read.data.notificationItems.map((each) => each.NotificationRequestItem);
  const isOurs = (one: Item) =>
    isSignedItem(keys.hmacKeys, one, one.additionalData['hmacSignature']) &&
    one.merchantAccountCode === keys.merchantAccount;
  return items.every(isOurs) ? items.flatMap(noticesOf) : undefined;
}

/** None: it is nothing that we act on. */
function noticesOf(one: Item): readonly GatewayNotice[] {
  const told = toldBy(one);
  if (!told) return [];
  return [{ id: `${one.eventCode}.${one.pspReference}.${one.success}`, ...told }];
}

function toldBy(one: Item): Omit<GatewayNotice, 'id'> | undefined {
  const { eventCode, pspReference, originalReference, merchantReference, amount } = one;
  if (eventCode === 'AUTHORISATION') return authorised(one);
  const chargeId = originalReference === '' ? undefined : originalReference;
  if (eventCode === 'REFUND') {
    const state = one.success === 'true' ? 'done' : 'failed';
    return { about: { refund: fromAdyenReference(merchantReference), chargeId }, what: { kind: 'refund', state } };
  }
  // Any other event without success did not happen.
  if (one.success !== 'true') return undefined;
  if (CAME_BACK.has(eventCode)) {
    const refund = fromAdyenReference(merchantReference);
    return { about: { refund, chargeId }, what: { kind: 'refund', state: 'returned' } };
  }
  if (eventCode === 'REPORT_AVAILABLE') {
    // Its name is signed, and the address in `reason` is not.
    return isSettlementReport(pspReference)
      ? { about: {}, what: { kind: 'reportReady', name: pspReference } }
      : undefined;
  }
  const about = { reference: merchantReference, chargeId };
  if (eventCode === 'OFFER_CLOSED') return { about, what: { kind: 'changed' } };
  if (eventCode === 'NOTIFICATION_OF_FRAUD') {
    return { about, what: { kind: 'fraudWarned', warningId: pspReference, word: fraudWord(one) } };
  }
  const kind = DISPUTES[eventCode];
  if (!kind) return undefined;
  return { about, what: { kind, disputeId: pspReference, amount: BigInt(amount.value) } };
}

/** The scheme refused the refund, or the money came back, after the refund was done. */
const CAME_BACK: ReadonlySet<string> = new Set(['REFUND_FAILED', 'REFUNDED_REVERSED']);

/**
 * All events of a dispute have the same pspReference. The money leaves at a chargeback, returns when it is reversed,
 * and may leave again. A capture that fails takes the money of its payment as a chargeback does.
 */
const DISPUTES: Readonly<Record<string, GatewayDisputeWord>> = {
  REQUEST_FOR_INFORMATION: 'disputeOpened',
  NOTIFICATION_OF_CHARGEBACK: 'disputeOpened',
  DISPUTE_OPENED_WITH_CHARGEBACK: 'disputeOpened',
  PREARBITRATION_OPEN: 'disputeOpened',
  SCHEME_ARBITRATION: 'disputeOpened',
  CHARGEBACK: 'disputed',
  SECOND_CHARGEBACK: 'disputed',
  PREARBITRATION_ACCEPTED: 'disputed',
  PREARBITRATION_LOST: 'disputed',
  SCHEME_ARBITRATION_LOST: 'disputed',
  CAPTURE_FAILED: 'disputed',
  CHARGEBACK_REVERSED: 'disputeWon',
  PREARBITRATION_WON: 'disputeClosed',
  PREARBITRATION_ISSUER_WITHDRAWN: 'disputeClosed',
  SCHEME_ARBITRATION_WON: 'disputeClosed',
};

/** A charge, or an attempt that was refused: the payer may try another card. A check of a card has no amount. */
function authorised(one: Item): Omit<GatewayNotice, 'id'> | undefined {
  const { pspReference, merchantReference, amount, additionalData, success } = one;
  if (amount.value <= 0) return undefined;
  const card = cardOf({ pspReference, paymentMethod: one.paymentMethod ?? '', additionalData });
  if (success === 'false') {
    const decline = { id: pspReference, card };
    return { about: { reference: merchantReference }, what: { kind: 'declined', decline } };
  }
  const charge = { id: pspReference, amount: BigInt(amount.value), currency: amount.currency, card };
  return {
    about: { reference: merchantReference, chargeId: pspReference },
    what: { kind: 'said', word: { kind: 'paid', charges: [charge] } },
  };
}

/** The scheme's reason of a warning: `visa 6`. */
function fraudWord({ additionalData }: Item): string {
  const parts = ['nofSchemeCode', 'nofReasonCode'].flatMap((name) => {
    const value = additionalData[name];
    return typeof value === 'string' && /^[\w.-]{1,20}$/.test(value) ? [value] : [];
  });
  return parts.length > 0 ? parts.join(' ') : 'fraud';
}
