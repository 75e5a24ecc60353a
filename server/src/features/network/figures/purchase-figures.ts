import { ANSWER, type AnswerCode } from '@wattle/contract/network/message.ts';
import { Counter, Registry } from 'prom-client';

/** Purchases that this server answered, for /metrics. */
export const purchaseFigures = new Registry();

const answers = new Counter({
  name: 'wattle_purchases_total',
  help: 'Purchases that this server answered, by answer, repeats among them. All but approved and partlyApproved are declines.',
  labelNames: ['answer'],
  registers: [purchaseFigures],
});

const NAMES = new Map<AnswerCode, string>(Object.entries(ANSWER).map(([name, code]) => [code, name]));

export function countPurchase(answer: AnswerCode): void {
  answers.inc({ answer: NAMES.get(answer) ?? answer });
}

// From the start on, so that the first of a kind is seen as an increase.
for (const answer of NAMES.values()) answers.inc({ answer }, 0);
