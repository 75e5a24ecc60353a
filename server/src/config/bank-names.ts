import * as z from 'zod';

/** Kinds of files of the bank, as the end of our own names has them. */
const KINDS_IN = ['outcome', 'returns', 'results', 'deposits', 'statement.xml', 'statement.csv'] as const;
/** Kinds of files for the bank, as our own names have them. */
const KINDS_OUT = ['de', 'dd', 'bpay'] as const;

/** A name of the bank for files of one kind of a programme. */
export type OwnName = {
  /** Number of the programme. */
  readonly programme: number;
  readonly kind: string;
  /** From the bank: a name with `*` for any letters. For the bank: a name with places for day and number. */
  readonly form: string;
};

export type BankNames = { readonly incoming: readonly OwnName[]; readonly outgoing: readonly OwnName[] };

const FORM_IN = /^(?=.*[A-Za-z\d])[A-Za-z\d*][\w.*-]{0,79}$/;
const FORM_OUT = /^[A-Za-z\d{][\w.{}-]{0,79}$/;
/** Places of a name for the bank: the day once, and the number of the file on that day once. */
const DAY = /\{(yyyymmdd|yymmdd)\}/g;
const NUMBER = /\{(n|nn|nnn)\}/g;

function isFormOut(form: string): boolean {
  const rest = form.replaceAll(DAY, '').replaceAll(NUMBER, '');
  const count = (place: RegExp) => form.match(place)?.length ?? 0;
  return FORM_OUT.test(form) && count(DAY) === 1 && count(NUMBER) === 1 && !/[{}]/.test(rest);
}

const PLACES: Readonly<Record<string, string>> = {
  '{yyyymmdd}': '20(?<day>\\d{6})',
  '{yymmdd}': '(?<day>\\d{6})',
  '{n}': '(?<number>[1-9]\\d*)',
  '{nn}': '(?<number>\\d{2,})',
  '{nnn}': '(?<number>\\d{3,})',
};

/** Text that an expression takes as it is. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Expression of the names that a form for the bank gives, with the groups `day` (`yymmdd`) and `number`. */
export function namesByForm(form: string, flags = ''): RegExp {
  const parts = form.split(/(\{\w+\})/).map((part) => PLACES[part] ?? literal(part));
  return new RegExp(`^${parts.join('')}$`, flags);
}

/** Name of a file for the bank. @param day as `yymmdd` */
export function nameByForm(form: string, day: string, number: string): string {
  const dated = form.replace('{yyyymmdd}', `20${day}`).replace('{yymmdd}', day);
  return dated.replace(/\{(n+)\}/, (_, places: string) => number.padStart(places.length, '0'));
}

/** Names of ours, which files without a name of the bank have. */
const OURS = /^\d+-(de|dd|bpay)-\d{8}-\d+\.(aba|bpb)$/i;
/** Numbers of each length that its places tell apart. */
const NUMBERS = ['7', '12', '123', '1234'] as const;

/**
 * Whether a name tells the programme and the kind of its file. Of two files of one name and size the bank would get the
 * first alone. Its server may take large and small letters for the same.
 */
function areApart(names: readonly OwnName[]): boolean {
  const whose = new Set(names.map(({ programme, kind }) => `${programme}:${kind}`));
  const apart = names.every(({ form }, index) => {
    const examples = NUMBERS.map((number) => nameByForm(form, '261124', number));
    const others = names.filter((_, at) => at !== index).map((other) => namesByForm(other.form, 'i'));
    return !examples.some((name) => OURS.test(name) || others.some((other) => other.test(name)));
  });
  return apart && whose.size === names.length;
}

/** Names by commas, as `1:returns=DERET*.txt`. */
function names(
  kinds: readonly string[],
  isForm: (form: string) => boolean,
  words: string,
  isWhole: (all: readonly OwnName[]) => boolean = () => true,
) {
  const read = (text: string): OwnName[] | undefined => {
    const parts = text.split(',').map((part) => /^\s*([1-9]\d{0,8}):([a-z.]+)=(\S+)\s*$/.exec(part));
    const found = parts.map((part) => ({ programme: Number(part?.[1]), kind: part?.[2] ?? '', form: part?.[3] ?? '' }));
    const isRight = found.every(({ kind, form }) => kinds.includes(kind) && isForm(form));
    return isRight && new Set(found.map(({ form }) => form)).size === found.length ? found : undefined;
  };
  return z
    .string()
    .refine((text) => read(text) !== undefined, words)
    .transform((text) => read(text) ?? [])
    .refine(isWhole, 'must be names that tell files of two programmes or kinds apart, and from names of ours')
    .optional();
}

/** How the bank names files, a part of the environment (config.ts). */
export const bankNamesEnvironment = {
  WATTLE_BANK_IN_NAMES: names(
    KINDS_IN,
    (form) => FORM_IN.test(form),
    `must be programmes, kinds (${KINDS_IN.join(', ')}) and names with * for any letters, as 1:returns=DERET*.txt`,
  ),
  WATTLE_BANK_OUT_NAMES: names(
    KINDS_OUT,
    isFormOut,
    `must be programmes, kinds (${KINDS_OUT.join(', ')}) and names with {yyyymmdd} or {yymmdd} and {n}, {nn} or {nnn}, as 1:de=DE{yymmdd}{nn}.txt`,
    areApart,
  ),
};

type Value = Readonly<z.output<z.ZodObject<typeof bankNamesEnvironment>>>;

export function bankNames(value: Value): BankNames {
  return { incoming: value.WATTLE_BANK_IN_NAMES ?? [], outgoing: value.WATTLE_BANK_OUT_NAMES ?? [] };
}
