import type { RowOf } from '../src/calls/commands.ts';
import { answerRows } from './given-desk.ts';

export const AMELIA: RowOf<'person'> = {
  person: 'holder:48',
  name: 'Amelia Chen',
  title: 'Ms',
  since: '2024-03-04T01:00:00.000Z',
  brand: 'Wattle',
  language: 'enAU',
  verified: 'yes',
  restricted: 'no',
  diedOn: '',
  erased: 'no',
  lock: '',
  lockedUntil: '',
  wrongTries: 0,
  lockOf: '',
  vulnerable: 'no',
  hardship: 'no',
  largePrint: 'no',
  otherContact: '',
  born: '•••• 1988',
  email: 'a••••@e••••.com',
  mobile: '0••••01',
  homePhone: '',
  address: '••••, Fitzroy VIC 3065',
  postalAddress: '',
  taxFileNumber: '',
  signIn: 'web:1',
  lastSignIn: '',
};

/** A declined purchase, or another event. */
export const event = (more: Partial<RowOf<'timeline'>>): RowOf<'timeline'> => ({
  at: '2026-11-25T23:12:00.000Z',
  kind: 'card',
  event: 'declined',
  what: 'Northside Travel',
  detail: 'online',
  amount: '-2900.00',
  state: 'noFunds',
  card: '0017',
  by: '',
  reason: '52190263932',
  account: '',
  sequence: '',
  request: '',
  place: 'cGxhY2Ux',
  ...more,
});

/** Amelia with one account, one card and a declined purchase. */
export function givenPerson(): void {
  answerRows('person', [AMELIA]);
  answerRows('accounts', [
    {
      account: '200100017',
      name: 'Everyday',
      bsb: '000-001',
      role: 'primary',
      balance: '2640.00',
      held: '153.65',
      keptAside: '0.00',
      available: '2486.35',
      dailyLimit: '1000.00',
      paidToday: '0.00',
      debts: 0,
      state: 'open',
    },
  ]);
  answerRows('cards-of', [
    {
      card: 'card:49',
      name: 'Everyday',
      product: 'Wattle Everyday',
      scheme: 'Visa',
      number: '903600xxxxxx0017',
      expiry: '2029-11',
      status: 'Active',
      blockedBy: '',
      kind: 'plastic',
      account: '200100017',
      purchaseLimit: '',
      blocks: '',
      dispatched: '',
      delivered: '',
    },
  ]);
  answerRows('timeline', [event({})]);
}
