import {
  advise,
  announceRefund,
  authorise,
  clear,
  correct,
  expire,
  inquireBalance,
  notice,
  refund,
  reverse,
  reverseRefund,
  setHold,
} from '@wattle/contract/network/authorise.ts';
import type * as z from 'zod/mini';
import { type Ask, type Connection, type Delivery, type Keyed, UnreadableDelivery } from '../port.ts';
import type { PurchaseMessage } from '../purchase-message.ts';
import { parseBody } from '../reading.ts';
import { referenceOf } from '../reference.ts';
import type { Told } from '../told.ts';
import { readPurchase } from './read-purchase.ts';

type Body = Parameters<typeof readPurchase>[0];

function parse<Schema extends z.ZodMiniType>(schema: Schema, rawBody: Uint8Array): z.output<Schema> {
  const read = schema.safeParse(parseBody(rawBody));
  if (!read.success) throw new UnreadableDelivery('not of the contract');
  return read.data;
}

/** Message of a path below the address of a connection, as `contract/src/network` has it. */
export function readMessage({ path, headers, rawBody }: Delivery, { id }: Connection): Ask | (Keyed & Told) {
  const sentAt = new Date(Number(headers['wattle-timestamp']) * 1000).toISOString();
  const inBooks = (reference: string) => referenceOf(id, reference);
  const keyed = (body: {
    readonly reference: string;
    readonly original?: string | undefined;
    readonly at?: string;
    readonly after?: number | undefined;
  }) => ({
    key: body.reference,
    of: body.original ?? body.reference,
    at: body.at ?? sentAt,
    after: body.after,
  });
  const named = (body: { readonly reference: string; readonly original: string }) => ({
    reference: inBooks(body.reference),
    original: inBooks(body.original),
  });
  const message = (body: Body): PurchaseMessage => ({
    ...readPurchase(body),
    reference: inBooks(body.reference),
    original: 'original' in body && body.original !== undefined ? inBooks(body.original) : undefined,
  });
  switch (path) {
    case 'authorisations': {
      const body = parse(authorise.body, rawBody);
      return { ...keyed(body), do: body.original === undefined ? 'authorise' : 'increment', message: message(body) };
    }
    case 'balances': {
      const body = parse(inquireBalance.body, rawBody);
      return { ...keyed(body), do: 'balance', message: message(body) };
    }
    case 'advices': {
      const body = parse(advise.body, rawBody);
      return { ...keyed(body), did: 'decided', approved: true, by: 'standIn', message: message(body) };
    }
    case 'clearings': {
      const body = parse(clear.body, rawBody);
      return { ...keyed(body), did: 'cleared', message: message(body), isFinal: body.isFinal };
    }
    case 'reversals': {
      const body = parse(reverse.body, rawBody);
      return { ...keyed(body), did: 'reversed', ...named(body), left: body.replacementAmount ?? 0, why: body.why };
    }
    case 'refunds': {
      const body = parse(refund.body, rawBody);
      return { ...keyed(body), did: 'refunded', message: message(body) };
    }
    case 'notices': {
      const body = parse(notice.body, rawBody);
      return { ...keyed(body), did: 'declined', reason: body.reason, message: message(body) };
    }
    case 'holds': {
      const body = parse(setHold.body, rawBody);
      return { ...keyed(body), did: 'holdSet', ...named(body), amount: body.amount };
    }
    case 'expiries': {
      const body = parse(expire.body, rawBody);
      return { ...keyed(body), did: 'expired', ...named(body) };
    }
    case 'corrections': {
      const body = parse(correct.body, rawBody);
      return { ...keyed(body), did: 'corrected', side: body.side, message: message(body) };
    }
    case 'refund-authorisations': {
      const body = parse(announceRefund.body, rawBody);
      return { ...keyed(body), did: 'refundAuthorised', message: message(body) };
    }
    case 'refund-reversals': {
      const body = parse(reverseRefund.body, rawBody);
      const { original, ...taken } = message(body);
      return { ...keyed(body), did: 'refundReversed', refund: original, message: taken };
    }
    default:
      throw new UnreadableDelivery('no such path');
  }
}
