import { Counter, Registry } from 'prom-client';
import type { MessageReceipt } from '../../outside/receipt.ts';

/** Counters of this process, for /metrics. */
export const receiptFigures = new Registry();

const receipts = new Counter({
  name: 'wattle_message_receipts_total',
  help: 'Receipts of providers about messages that they accepted, by what was new in them.',
  labelNames: ['channel', 'state', 'reason'],
  registers: [receiptFigures],
});

const ignored = new Counter({
  name: 'wattle_message_receipts_ignored_total',
  help: 'Calls with receipts that were not believed, and receipts about messages that are not known.',
  labelNames: ['channel', 'why'],
  registers: [receiptFigures],
});

type Channel = 'email' | 'sms';

export function countReceipt(channel: Channel, { state, reason }: MessageReceipt): void {
  receipts.inc({ channel, state, reason: state === 'undelivered' ? (reason ?? 'unknown') : '' });
}

export function countIgnored(channel: Channel, why: 'not_signed' | 'unknown_message'): void {
  ignored.inc({ channel, why });
}
