import { maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';
import type { SettledAs, SettledLine } from '../../../outside/processors/settlement.ts';

/** Totals of a day in signed cents, above zero for the programme. */
export type Totals = Readonly<Record<Exclude<SettledAs, 'fee'> | 'fees' | 'paid', bigint>>;

/** A line as a statement has it: one for each reference, and one for all interchange and all fees of a day. */
export type DayLine = { readonly reference: string; readonly words: string; readonly cents: bigint };

type Day = {
  readonly lines: readonly SettledLine[];
  /** Name of the connection, its number, and the day. */
  readonly name: string;
  readonly connection: number;
  readonly day: string;
  readonly paysNet: boolean;
};

const WORDS: Readonly<Record<Exclude<SettledAs, 'interchange' | 'fee'>, string>> = {
  cleared: 'Purchase',
  refunded: 'Refund',
  disputed: 'Dispute',
  funded: 'Balance at the processor',
  other: 'Other',
};

const sumOf = (lines: readonly { readonly cents: number }[]) =>
  lines.reduce((sum, { cents }) => sum + BigInt(cents), 0n);

export function totalsOf({ lines, paysNet }: Pick<Day, 'lines' | 'paysNet'>): Totals {
  const of = (as: SettledAs) => sumOf(lines.filter((line) => line.as === as));
  return {
    cleared: of('cleared'),
    refunded: of('refunded'),
    disputed: of('disputed'),
    interchange: of('interchange'),
    fees: of('fee'),
    funded: of('funded'),
    other: of('other'),
    paid: paysNet ? -sumOf(lines) : 0n,
  };
}

/** Reference of what is one line a day: no message and no bank has it by chance. */
const dayReference = (what: string, { connection, day }: Day) => `${what}-P${connection}-${day.replaceAll('-', '')}`;

/**
 * Lines of a day as a statement has them. A line without a reference of the books has the processor's id, so that two
 * readings of a day are compared line by line.
 */
export function linesOfDay(of: Day): DayLine[] {
  const { lines, name, paysNet } = of;
  const found = lines.flatMap((line): DayLine[] => {
    const { id, as, references, cents } = line;
    if (as === 'interchange' || as === 'fee') return [];
    const named = references.join(' ');
    const reference = isOurs(named) ? named : maskCardNumbers(named || id, '*');
    return [{ reference, words: `${WORDS[as]} ${id}, ${name}`, cents: BigInt(cents) }];
  });
  const daily = (what: string, words: string, cents: bigint): DayLine[] => [
    { reference: dayReference(what, of), words: `${words}, ${name}`, cents },
  ];
  const { interchange, fees, paid } = totalsOf(of);
  return onceEach([
    ...found,
    ...daily('IC', 'Interchange', interchange),
    ...daily('FEE', 'Fees', fees),
    ...(paysNet ? daily('NET', 'Net settlement', paid) : []),
  ]);
}

/** One line for each reference. Those that come to nothing are left out. */
function onceEach(lines: readonly DayLine[]): DayLine[] {
  return [...Map.groupBy(lines, ({ reference }) => reference).values()].flatMap((alike) => {
    const [first] = alike;
    const cents = alike.reduce((sum, line) => sum + line.cents, 0n);
    return first && cents !== 0n ? [{ ...first, cents }] : [];
  });
}

/**
 * Additions of a reading of a day to the readings before it: everything at first, then what the processor has corrected.
 *
 * @param known signed cents by reference
 */
export function changesOf(lines: readonly DayLine[], known: ReadonlyMap<string, bigint>): DayLine[] {
  const said = new Set(lines.map(({ reference }) => reference));
  const gone = [...known].filter(([reference]) => !said.has(reference));
  return onceEach([
    ...lines.map((line) => {
      const before = known.get(line.reference);
      const words = before === undefined ? line.words : `Corrected: ${line.words}`;
      return { ...line, words, cents: line.cents - (before ?? 0n) };
    }),
    ...gone.map(([reference, cents]) => ({ reference, words: 'Corrected: no longer in the report', cents: -cents })),
  ]);
}

const OF_PURCHASE = /^p-[a-z2-7]{38}$/;

/** Whether a line has references of ours alone. They are never card numbers. */
export const isOurs = (reference: string) => reference.split(' ').every((part) => OF_PURCHASE.test(part));

/** References of a line of the scheme's statement: a processor may settle several events in one line. */
export const referencesIn = (reference: string): readonly string[] =>
  isOurs(reference) ? reference.split(' ') : [reference];
