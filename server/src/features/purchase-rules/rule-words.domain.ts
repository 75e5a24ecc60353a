import { dollarsOf } from '../../platform/money.ts';
import type { Figures } from './rule.domain.ts';
import type { RuleTerms } from './rule-terms.ts';

const WAYS = {
  contactless: 'by tap',
  chip: 'by chip',
  magstripe: 'by magnetic stripe',
  online: 'online',
  atm: 'at an ATM',
  manual: 'by a typed number',
} as const satisfies Readonly<Record<RuleTerms['channels'][number], string>>;

const UNITS: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' };

const number = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const dollars = (cents: number) => `$${dollarsOf(BigInt(cents))}`;

function or(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
}

/** `in 15 minutes`, `since Monday`. */
export function windowWords(window: string): string {
  if (window === 'day') return 'in a day, from midnight';
  if (window === 'week') return 'in a week, from Monday';
  if (window === 'month') return 'in a month, from the 1st';
  const [, count = '', unit = ''] = /^(\d+)(.)$/.exec(window) ?? [];
  return `in ${number(Number(count), UNITS[unit] ?? unit)}`;
}

/** Minutes as people say them. */
function minutesWords(minutes: number): string {
  if (minutes % 1440 === 0) return number(minutes / 1440, 'day');
  return minutes % 60 === 0 ? number(minutes / 60, 'hour') : number(minutes, 'minute');
}

/** The kind of purchases that a rule looks at: `online purchases under $5.00 abroad`. */
function kindWords(terms: RuleTerms): string {
  const parts = [
    'purchases',
    or(terms.channels.map((channel) => WAYS[channel])),
    terms.amountFrom === null ? '' : `of ${dollars(terms.amountFrom)} or more`,
    terms.amountBelow === null ? '' : `under ${dollars(terms.amountBelow)}`,
    terms.categories.length === 0 ? '' : `in the category ${or(terms.categories)}`,
    terms.codes.length === 0 ? '' : `at shops with the code ${or(terms.codes)}`,
    terms.countries.length === 0 ? '' : `in ${or(terms.countries)}`,
    { anywhere: '', abroad: 'abroad', home: 'at home' }[terms.place],
    { any: '', with: 'from a wallet', without: 'without a wallet' }[terms.wallet],
    terms.threeDs === 'unverified' ? 'that 3-D Secure has not verified' : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const FIRST = {
  country: 'the first in their country',
  shop: 'the first at their shop',
  category: 'the first in their category',
  abroad: 'the first abroad',
} as const;

function conditions(terms: RuleTerms): string[] {
  const { count, sum, first, cardYounger } = terms;
  const kind = kindWords(terms);
  const all: string[] = [];
  if (count) {
    const noun = { asked: 'attempt', approved: 'approval', declined: 'decline', declinedInARow: 'decline' }[count.of];
    const inARow = count.of === 'declinedInARow' ? ' in a row' : '';
    all.push(`a card has ${number(count.atLeast, noun)} or more${inARow} ${windowWords(count.within)} on ${kind}`);
  }
  if (sum) all.push(`${kind} come to more than ${dollars(sum.above)} ${windowWords(sum.within)}`);
  if (first) {
    const asked = all.length === 0 ? `a card asks for ${kind} that are` : 'what it asks for is';
    all.push(`${asked} ${FIRST[first.of]} in ${number(first.days, 'day')}`);
  }
  if (all.length === 0) all.push(`a card asks for ${kind}`);
  if (cardYounger !== null) all.push(`the card is less than ${number(cardYounger, 'day')} old`);
  return all;
}

/** A rule in one sentence, for staff. */
export function ruleWords(terms: RuleTerms): string {
  const further = ['further purchases', or(terms.channels.map((channel) => WAYS[channel]))].filter(Boolean).join(' ');
  const paused = terms.pause === null ? '' : `, and ${further} for ${minutesWords(terms.pause)}`;
  const act = terms.action === 'decline' ? `decline it${paused}` : 'approve it and ask the cardholder';
  return `If ${conditions(terms).join(', and ')}, then ${act}${terms.tellsDesk ? ', and tell the desk' : ''}.`;
}

/** Figures of a decision in words: `6 declines in 15 minutes`. */
export function figureWords(terms: RuleTerms, { count, cents, first, cardDays, pausedUntil }: Figures): string {
  if (pausedUntil !== undefined) return 'Paused by this rule';
  const noun = { asked: 'attempt', approved: 'approval', declined: 'decline', declinedInARow: 'decline' } as const;
  const inARow = terms.count?.of === 'declinedInARow' ? ' in a row' : '';
  const parts = [
    count === undefined || !terms.count
      ? ''
      : `${number(count, noun[terms.count.of])}${inARow} ${windowWords(terms.count.within)}`,
    cents === undefined || !terms.sum ? '' : `${dollars(cents)} ${windowWords(terms.sum.within)}`,
    first === undefined || !terms.first
      ? ''
      : `first ${first === '' ? `of no ${terms.first.of}` : terms.first.of === 'shop' ? `at ${first}` : `in ${first}`} in ${number(terms.first.days, 'day')}`,
    cardDays === undefined ? '' : `the card is ${number(cardDays, 'day')} old`,
  ];
  return parts.filter((part) => part !== '').join(', ') || 'Of the kind that the rule names';
}
