import { CHECK_RULES } from '@wattle/contract/rules/bill-reference.ts';
import { readCsv, twice } from '../../../platform/text/csv.domain.ts';
import type { Biller, Places } from './biller.domain.ts';

const HEADER =
  'code,name,rule,shortest,longest,least,most,day_limit,is_variable,is_restricted,last_day,amount_places,day_places';

export type BillerFile = { readonly billers: readonly Biller[]; readonly findings: readonly string[] };

/**
 * Reads a file of billers. Amounts are cents and an empty value means no limit. `last_day` is a date, or `+10` for days
 * after `today`; places are `4-11`.
 */
export function readBillerFile(text: string, today: string): BillerFile {
  const { lines, findings } = readCsv(text, HEADER);
  const billers: Biller[] = [];
  const faults: string[] = [...findings];
  for (const { line, values } of lines) {
    const read = readBiller(values, today);
    if (typeof read === 'string') faults.push(`line ${line}: ${read}`);
    else billers.push(read);
  }
  return { billers, findings: [...faults, ...twice(billers.map(({ code }) => code.replace(/^0+/, '')))] };
}

function readBiller(values: readonly string[], today: string): Biller | string {
  const [code = '', name = '', rule, shortest, longest, least, most, dayLimit, variable, restricted] = values;
  const [lastDay = '', amountPlaces = '', dayPlaces = ''] = values.slice(10);
  const known = CHECK_RULES.find((each) => each === rule);
  const [from, to] = [Number(shortest), Number(longest)];
  if (!/^\d{3,10}$/.test(code)) return 'the code must have 3 to 10 digits';
  if (name.length < 1 || name.length > 60) return 'the name must have 1 to 60 characters';
  if (!known) return `the rule must be ${CHECK_RULES.join(', ')}`;
  const areWhole = [shortest, longest].every((length) => /^\d{1,2}$/.test(length ?? ''));
  if (!(areWhole && from >= 2 && from <= to && to <= 20)) return 'references must have 2 to 20 digits';
  if (![least, most, dayLimit].every((cents) => /^([1-9]\d{0,9})?$/.test(cents ?? ''))) return 'amounts must be cents';
  if (![variable, restricted].every((flag) => flag === 'yes' || flag === 'no')) return 'flags must be yes or no';
  if (!/^(\+\d{1,4}|\d{4}-\d{2}-\d{2})?$/.test(lastDay)) return 'the last day must be a day or +10';
  const [amounts, days] = [readPlaces(amountPlaces), readPlaces(dayPlaces)];
  if (amounts === undefined || days === undefined) return 'places must be first-last';
  if ((days && days[1] - days[0] !== 5) || (amounts?.[1] ?? 0) > from || (days?.[1] ?? 0) > from) {
    return 'places must lie within the shortest reference, those of a day must be six';
  }
  return {
    code,
    name,
    rule: known,
    shortest: from,
    longest: to,
    least: centsOf(least),
    most: centsOf(most),
    dayLimit: centsOf(dayLimit),
    isVariable: variable === 'yes',
    isRestricted: restricted === 'yes',
    lastDay: dayOf(lastDay, today),
    amountPlaces: amounts,
    dayPlaces: days,
  };
}

function centsOf(text = ''): bigint | null {
  return text === '' ? null : BigInt(text);
}

function dayOf(text: string, today: string): string | null {
  if (text === '') return null;
  if (!text.startsWith('+')) return text;
  return Temporal.PlainDate.from(today)
    .add({ days: Number(text) })
    .toString();
}

/** Undefined: malformed. */
function readPlaces(text: string): Places | null | undefined {
  if (text === '') return null;
  const found = /^(\d{1,2})-(\d{1,2})$/.exec(text);
  const [first, last] = [Number(found?.[1]), Number(found?.[2])];
  return first >= 1 && first <= last && last <= 20 ? [first, last] : undefined;
}
