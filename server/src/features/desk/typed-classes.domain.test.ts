import { expectFolded, GROUPINGS, readRefused, TYPED_CLASSES } from '@wattle/contract/test-support/typed-classes.ts';
import { expect, it } from 'vitest';
import { deskCommands } from '../../compose/desk-commands.ts';
import { maskedInput } from './input-words.ts';
import { isSwitch, takenBy } from './public.ts';
import table from './refused-classes.json' with { type: 'json' };

/** Every option of every command of the desk that takes a text. */
const FIELDS = [...deskCommands.values()].flatMap(({ name, input }) =>
  Object.entries(input.shape).flatMap(([field, schema]) => (isSwitch(schema) ? [] : [[name, field, schema] as const])),
);
type Schema = (typeof FIELDS)[number][2];

const nameOf = ([command, field]: readonly [string, string, ...unknown[]]) => `${command} ${field}`;
const REFUSED = readRefused(table);
const isRefused = (schema: Schema, text: string) => !schema.safeParse(text).success;

/** Value that an option makes from a text; undefined: it refuses the text or reads no text or number from it. */
const keptOf = (schema: Schema, text: string): string | undefined => {
  const { success, data } = schema.safeParse(text);
  if (!success || data === undefined) return undefined;
  return typeof data === 'string' || typeof data === 'number' || typeof data === 'bigint' ? String(data) : undefined;
};

it('finds the options of every command', () => {
  expect(deskCommands.size).toBeGreaterThan(50);
  expect(FIELDS.map(([name, field]) => `${name} ${field}`)).toContain('release-suspense line');
});

it('has a row for every option in the table of what is refused', () => {
  expect([...REFUSED.keys()].toSorted()).toEqual(FIELDS.map(nameOf).toSorted());
});

it.each(FIELDS)('%s --%s takes texts folded, or refuses them, and says what it takes', (command, field, schema) => {
  const results = Object.entries(TYPED_CLASSES).map(([kind, text]) => ({
    kind,
    text,
    isRefused: isRefused(schema, text),
  }));
  const refused = results.filter((one) => one.isRefused).map(({ kind }) => [kind, 'input_invalid']);
  expect(REFUSED.get(nameOf([command, field]))).toEqual([Object.fromEntries(refused)]);
  for (const { text } of results) {
    const kept = keptOf(schema, text);
    if (kept !== undefined) expectFolded(kept, text);
  }
  expect(takenBy(schema)).not.toMatch(/null|undefined/);
});

/**
 * Options that take a number of a list or a count: `7` is valid, and a word is not. Accounts of banks are shown in
 * groups.
 */
const NUMBERS = FIELDS.filter(
  ([, , schema]) =>
    keptOf(schema, '7') === '7' &&
    ['Ann Lee', 'abc', 'ABC'].every((word) => keptOf(schema, word) === undefined) &&
    !takenBy(schema).includes('bank account'),
);

it.each(NUMBERS)('the number %s --%s is one of digits alone', (_name, _field, schema) => {
  const others = ['-7', '+7', '7.5', '1.2', '1-2', '1 2', '1e3', '0x10', '7,000', '7½'];
  expect(others.filter((text) => keptOf(schema, text) !== undefined)).toEqual([]);
  expect([' 7\t', '７', '\u202d7\u202c'].map((text) => keptOf(schema, text))).toEqual(['7', '7', '7']);
});

it('knows which options are counts', () => {
  const names = NUMBERS.map(([name, field]) => `${name} ${field}`);
  for (const name of ['release-suspense line', 'approve request', 'issue-card product', 'make-vouchers count'])
    expect(names).toContain(name);
});

const SAMPLES = ['200100017', '10000000017', '0017', '202611260000001', '000101'];
const GROUPED = FIELDS.flatMap(([name, field, schema]) => {
  const isText = keptOf(schema, 'Ann Lee') !== undefined || keptOf(schema, '7') === '7';
  const sample = SAMPLES.find((digits) => keptOf(schema, digits) === digits);
  // An option that takes digits says so in its description. The position at which a list continues is left out, because
  // programs write it.
  const isOfDigits = takenBy(schema).includes('digits');
  return isText || !isOfDigits || sample === undefined ? [] : [[name, field, schema, sample] as const];
});

it('knows which options are typed in groups', () => {
  const names = GROUPED.map(([name, field]) => `${name} ${field}`);
  for (const name of ['release-suspense account', 'close-and-pay bsb', 'find lastFour', 'set-bank-identity userId'])
    expect(names).toContain(name);
});

it.each(GROUPED)('the number %s --%s is taken in groups', (_name, _field, schema, sample) => {
  const read = Object.entries(GROUPINGS).map(([grouping, group]) => [grouping, keptOf(schema, group(sample))]);
  expect(read).toEqual(Object.keys(GROUPINGS).map((grouping) => [grouping, sample]));
});

it('masks how a person is reached or paid in every request that keeps it', () => {
  const kept = FIELDS.filter(([name]) => deskCommands.get(name)?.check !== undefined);
  const isMasked = ([name, field]: (typeof FIELDS)[number]) =>
    maskedInput(deskCommands.get(name), { [field]: 'abcdef123456' })[field] !== 'abcdef123456';
  const isPersonal = ([, field, schema]: (typeof FIELDS)[number]) =>
    /mail|mobile|phone|street|^line\d/i.test(field) || takenBy(schema).includes('bank account number');
  expect(kept.filter((field) => isPersonal(field) && !isMasked(field))).toEqual([]);
  expect(kept.filter(isMasked).map(([name, field]) => `${name} ${field}`)).toEqual(
    expect.arrayContaining(['change-contact to', 'change-address line1', 'change-address line2', 'pay-out to']),
  );
});
