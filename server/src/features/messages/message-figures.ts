import { Counter, Registry } from 'prom-client';
import type { NoticeTemplate } from './message.types.ts';

/** `unreached`: no message reaches the contacts. `failed`: the notice could not be written for another reason, which the log names. */
export type SkipReason = 'limit' | 'channel_off' | 'bad_address' | 'no_contact' | 'unreached' | 'failed';

/** Counters of this process, for /metrics. */
export const messageFigures = new Registry();

const skipped = new Counter({
  name: 'wattle_notices_skipped_total',
  help: 'Messages about something that has happened which could not be queued, by template and reason.',
  labelNames: ['template', 'reason'],
  registers: [messageFigures],
});

export function countSkipped(template: NoticeTemplate | 'several', reason: SkipReason): void {
  skipped.inc({ template, reason });
}
