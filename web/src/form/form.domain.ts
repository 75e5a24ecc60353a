/** The values of a form, as they were typed. */
export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** Problems by field name, as keys of the validation texts. */
export type Problems<Name extends string> = Partial<Values<Name>>;

/** Why a form that was right by its own rules came back. */
export type Refusal<Name extends string> = {
  /** A key of the error texts. */
  readonly code: string;
  /** The fields that it is about; the words stand at the first one. Empty: about none of them. */
  readonly fields: readonly Name[];
  /** Nothing was judged: no network, no answer, too many requests. The same can be sent again. */
  readonly isTrouble: boolean;
};

export type Failed<Name extends string> = { readonly problems: Problems<Name> } | { readonly refusal: Refusal<Name> };

/** How a submit ends. Null: done. `paused`: it goes on with the same values, secrets included, once they are confirmed. */
export type End<Name extends string> = Failed<Name> | 'paused' | null;

export type FormState<Name extends string> = {
  readonly values: Values<Name>;
  readonly problems: Problems<Name>;
  /** Found when somebody left a list, before the form was sent: said at the field alone. */
  readonly noticed: Problems<Name>;
  readonly refusal: Refusal<Name> | null;
  readonly isBusy: boolean;
  /** Counts the submits that came back. */
  readonly attempt: number;
};

export function openForm<Name extends string>(
  values: Values<Name>,
  refusal: Refusal<Name> | null = null,
): FormState<Name> {
  return { values, problems: {}, noticed: {}, refusal, isBusy: false, attempt: 0 };
}

/** A refusal of one field stays until that field is changed; any other one goes with the first change. */
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

/** The form after somebody has left a list: `found` is what its values have wrong. */
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
 * The form after its values have been checked again while somebody types: fields that failed are
 * right or wrong by what is found now, the others are left alone until the next submit. `checked` are
 * the values that were checked; where others have been typed since, nothing changes.
 */
export function rechecked<Name extends string>(
  form: FormState<Name>,
  checked: Values<Name>,
  found: Problems<Name>,
): FormState<Name> {
  if (form.values !== checked) return form;
  const still = Object.keys(form.problems).flatMap((name) => {
    const problem = found[name as Name];
    return problem === undefined ? [] : [[name, problem] as const];
  });
  return { ...form, problems: Object.fromEntries(still) as Problems<Name> };
}

/** Null while a submit is in flight, because only one may run. */
export function submitted<Name extends string>(form: FormState<Name>): FormState<Name> | null {
  return form.isBusy ? null : { ...form, isBusy: true };
}

/** The end of a submit. Secrets are emptied, unless it was only trouble: then the same is sent again. */
export function settled<Name extends string>(
  form: FormState<Name>,
  end: End<Name>,
  secrets: readonly Name[],
): FormState<Name> {
  if (end === 'paused') return { ...form, problems: {}, noticed: {}, refusal: null, isBusy: false };
  const refusal = end && 'refusal' in end ? end.refusal : null;
  const emptied = refusal?.isTrouble ? {} : Object.fromEntries(secrets.map((name) => [name, '']));
  return {
    values: { ...form.values, ...emptied },
    problems: end && 'problems' in end ? end.problems : {},
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

/** The lines of the summary, in the order of the form; without `fieldId` one is about no field. */
export type Line = { readonly fieldId?: string; readonly text: string };

/** The words of a form that came back: the same at a field as in the summary. */
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
  const lines = names.flatMap((name): Line[] => {
    const text = errorOf(name);
    return text === undefined ? [] : [{ fieldId: wording.idOf(name), text }];
  });
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
 * Whether nobody knows if a call of this status was carried out: it has no answer, or one of a server or
 * a proxy in trouble.
 */
export function isUnknown(status: number): boolean {
  return status === 0 || status >= 500;
}

/** Codes of a server that failed: nothing was judged. */
const FAULTS = new Set(['99999', '500']);

/** A failed call as a refusal of a form. `fields` are those that it is about. */
export function refusalOf<Name extends string>(
  { code, status }: { readonly code: string; readonly status: number },
  fields: readonly Name[],
  isOnline: boolean,
): Refusal<Name> {
  if (status === 0) return { code: isOnline ? 'noAnswer' : 'offline', fields: [], isTrouble: true };
  // A proxy that has lost its server answers 502 or 504, and a server that fails 500, without a reason of ours.
  if (status === 429 || status > 500 || (status === 500 && FAULTS.has(code)))
    return { code: status === 429 ? '429' : '503', fields: [], isTrouble: true };
  return { code, fields, isTrouble: false };
}
