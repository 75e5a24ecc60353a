import { answerRows } from './given-desk.ts';

/** Every queue of the overview is empty, and everything runs. */
export function givenOverview(): void {
  for (const name of [
    'money-held',
    'purchases-today',
    'next-bank-files',
    'disputes',
    'suspense',
    'scams',
    'excess-refunds',
    'told-cases',
    'complaints',
    'rule-decisions',
    'processor-trouble',
    'unreached-people',
    'closures',
    'disputed-changes',
    'outside',
    'dead-letters',
    'dead-messages',
    'running',
    'sign-ins-today',
    'bank-trouble',
    'held',
    'declines',
  ] as const) {
    answerRows(name, []);
  }
}
