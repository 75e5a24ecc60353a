import { byName, namesOf } from '@wattle/contract/rules/typed-names.ts';
/** Values of a form as typed. */
export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** Problems by field name, as keys of the validation texts. */
export type Problems<Name extends string> = Partial<Values<Name>>;

/** Reason why a form that passed its own checks was not accepted. */
export type Refusal<Name extends string> = {
  /** A key of the error texts. */
  readonly code: string;
  /** Fields concerned; the message is shown at the first one. Empty: no field. */
  readonly fields: readonly Name[];
  /** No decision was made: no network, no response, or too many requests. The same can be sent again. */
  readonly isTrouble: boolean;
};

export type Failed<Name extends string> = { readonly problems: Problems<Name> } | { readonly refusal: Refusal<Name> };

/** Result of a submit. Null: done. `paused`: continues with the same values, secrets included, after confirmation. */
export type End<Name extends string> = Failed<Name> | 'paused' | null;

export type FormState<Name extends string> = {
  readonly values: Values<Name>;
  readonly problems: Problems<Name>;
  /** Problems found before the form was sent, on leaving a list or typing the second of two codes: only at the field. */
  readonly noticed: Problems<Name>;
  readonly refusal: Refusal<Name> | null;
  readonly isBusy: boolean;
  /** Number of submits that were not accepted. */
  readonly attempt: number;
};

export function openForm<Name extends string>(
  values: Values<Name>,
  refusal: Refusal<Name> | null = null,
): FormState<Name> {
  return { values, problems: {}, noticed: {}, refusal, isBusy: false, attempt: 0 };
}

/** A refusal about one field remains until that field changes; any other is cleared by the first change. */
export function typed<Name extends string>(form: FormState<Name>, name: Name, value: string): FormState<Name> {
  if (form.values[name] === value) return form;
  const { refusal } = form;
  const stays = refusal !== null && !refusal.isTrouble && refusal.fields.length === 1 && refusal.fields[0] !== name;
  const values = { ...form.values, [name]: value };
  return { ...form, values, noticed: without(form.noticed, name), refusal: stays ? refusal : null };
}

function without<Name extends string>(problems: Problems<Name>, name: Name): Problems<Name> {
  const left = { ...problems };
  delete left[name];
  return left;
}

/** Form after the user has left a list. `found` holds the problems of its values. */
export function leftField<Name extends string>(
  form: FormState<Name>,
  name: Name,
  found: Problems<Name>,
): FormState<Name> {
  const problem = found[name];
  if (form.noticed[name] === problem) return form;
  const others = without(form.noticed, name);
  return { ...form, noticed: problem === undefined ? others : { ...others, [name]: problem } };
}

/**
 * Form after a code was typed twice. If the two are wrong by what was found, both are cleared and show the reason, so
 * that they are typed again.
 */
export function typedTwice<Name extends string>(
  form: FormState<Name>,
  [first, again]: readonly [Name, Name],
  found: Problems<Name>,
): FormState<Name> {
  const problem = found[first] ?? found[again];
  const cleared = without(without(form.noticed, first), again);
  if (problem === undefined) return { ...form, noticed: cleared };
  const both = { [first]: found[first] ?? problem, [again]: found[again] ?? problem };
  const values = { ...form.values, [first]: '', [again]: '' };
  // A form that was not accepted keeps saying it above its heading too.
  if (Object.keys(form.problems).length > 0) return { ...form, values, problems: { ...form.problems, ...both } };
  return { ...form, values, noticed: { ...cleared, ...both } };
}

/**
 * Form after its values were checked again during typing. Fields that had failed take the new result; the others are
 * not judged until the next submit. `checked` are the values that were checked: if they have changed since, the result
 * is dropped.
 */
export function rechecked<Name extends string>(
  form: FormState<Name>,
  checked: Values<Name>,
  found: Problems<Name>,
): FormState<Name> {
  if (form.values !== checked) return form;
  const still = namesOf(form.problems).filter((name) => found[name] !== undefined);
  return { ...form, problems: byName(still, (name) => found[name]) };
}

/** Null while a submit is in flight, because only one may run. */
export function submitted<Name extends string>(form: FormState<Name>): FormState<Name> | null {
  return form.isBusy ? null : { ...form, isBusy: true };
}

/** Fields cleared when a form ends: secrets once it is done, PINs also when it was not accepted because of one. */
export type Emptied<Name extends string> = { readonly secrets: readonly Name[]; readonly pins: readonly Name[] };

/** Form after a submit. What was typed stays if it was not accepted, passwords too; a wrong PIN is typed again. */
export function settled<Name extends string>(
  form: FormState<Name>,
  end: End<Name>,
  { secrets, pins }: Emptied<Name>,
): FormState<Name> {
  if (end === 'paused') return { ...form, problems: {}, noticed: {}, refusal: null, isBusy: false };
  const refusal = end && 'refusal' in end ? end.refusal : null;
  const problems: Problems<Name> = end && 'problems' in end ? end.problems : {};
  const isWrong = (name: Name) => problems[name] !== undefined || (refusal?.fields.includes(name) ?? false);
  const emptied = end === null ? secrets : pins.some(isWrong) ? pins : [];
  return {
    values: { ...form.values, ...Object.fromEntries(emptied.map((name) => [name, ''])) },
    problems,
    noticed: {},
    refusal,
    isBusy: false,
    attempt: form.attempt + (end === null ? 0 : 1),
  };
}

/** Message of a field: its own error, or that it conflicts with another field. */
export type Mark = { readonly error?: string; readonly wrongWith?: string };

type Wording<Name extends string> = {
  readonly problem: (name: Name, key: string) => string;
  readonly refusal: (refusal: Refusal<Name>) => string;
  readonly idOf: (name: Name) => string;
};

/** Lines of the summary in the order of the form. A line without `fieldId` concerns no field. */
export type Line = { readonly fieldId?: string; readonly text: string };

/**
 * Messages of a form that was not accepted, the same at a field as in the summary. A message that two fields share is
 * listed once.
 */
export function wordsOf<Name extends string>(
  form: FormState<Name>,
  names: readonly Name[],
  wording: Wording<Name>,
): { readonly lines: readonly Line[]; readonly mark: (name: Name) => Mark } {
  const { problems, noticed, refusal } = form;
  const words = refusal === null ? '' : wording.refusal(refusal);
  const [first] = refusal?.fields ?? [];
  const errorOf = (name: Name): string | undefined => {
    const key = problems[name];
    if (key !== undefined) return wording.problem(name, key);
    return name === first ? words : undefined;
  };
  const lines: Line[] = [];
  for (const name of names) {
    const text = errorOf(name);
    if (text !== undefined && lines.every((line) => line.text !== text)) {
      lines.push({ fieldId: wording.idOf(name), text });
    }
  }
  return {
    lines: refusal !== null && first === undefined ? [{ text: words }, ...lines] : lines,
    mark: (name) => {
      const error = errorOf(name);
      if (error !== undefined) return { error };
      const early = noticed[name];
      if (early !== undefined) return { error: wording.problem(name, early) };
      return first !== undefined && refusal?.fields.includes(name) ? { wrongWith: wording.idOf(first) } : {};
    },
  };
}

/**
 * Whether a call with this status may have been carried out: there was no response, or an error of a server or proxy.
 */
export function isUnknown(status: number): boolean {
  return status === 0 || status >= 500;
}

/** Codes of a server failure: no decision was made. */
const FAULTS = new Set(['99999', '500']);

const SOON_S = 90;
const HOUR_S = 3_600;

/** Text key of a call that came too often, by the seconds after which it may be made again. */
function tooOften(retryAfter = 0): string {
  if (retryAfter <= SOON_S) return '429';
  return retryAfter <= HOUR_S ? 'inAnHour' : 'tomorrow';
}

/** Turns a failed call into a refusal of a form that concerns `fields`. */
export function refusalOf<Name extends string>(
  { code, status, retryAfter }: { readonly code: string; readonly status: number; readonly retryAfter?: number },
  fields: readonly Name[],
  isOnline: boolean,
): Refusal<Name> {
  if (status === 0) return { code: isOnline ? 'noAnswer' : 'offline', fields: [], isTrouble: true };
  // A proxy without a server answers 502 or 504, and a failed server 500, with no code of the catalogue.
  if (status === 429 || status > 500 || (status === 500 && FAULTS.has(code)))
    return { code: status === 429 ? tooOften(retryAfter) : '503', fields: [], isTrouble: true };
  return { code, fields, isTrouble: false };
}
