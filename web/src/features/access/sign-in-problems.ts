import type { Problem } from '../../ui/error-summary.tsx';
import type { Problems } from '../../ui/use-form.ts';

/** Refusals that end by waiting. */
const LOCKS: ReadonlySet<string> = new Set(['20043', '20245']);

export function isLock(code: string | null): boolean {
  return code !== null && LOCKS.has(code);
}

type Wording<Name extends string> = {
  /** In the order of the form. */
  readonly fieldIds: Readonly<Record<Name, string>>;
  /** Words of the server's refusal; null when there is none. */
  readonly refusal: string | null;
  readonly wordsOf: (name: Name, key: string) => string;
};

export type Words<Name extends string> = {
  readonly summary: readonly Problem[];
  /** What the field itself says: its error, or that it is wrong together with the first one. */
  readonly field: (name: Name) => { readonly error?: string; readonly wrongWith?: string };
};

/** Puts the problems of a sign-in form into words, the same ones for the summary and the fields. */
export function wordsOfProblems<Name extends string>(problems: Problems<Name>, wording: Wording<Name>): Words<Name> {
  const { fieldIds, refusal, wordsOf } = wording;
  const names = Object.keys(fieldIds) as Name[];
  const first = names[0];
  if (refusal !== null && first !== undefined) {
    return {
      summary: [{ fieldId: fieldIds[first], text: refusal }],
      field: (name) => (name === first ? { error: refusal } : { wrongWith: fieldIds[first] }),
    };
  }
  return {
    summary: names.flatMap((name) => {
      const key = problems[name];
      return key === undefined ? [] : [{ fieldId: fieldIds[name], text: wordsOf(name, key) }];
    }),
    field: (name) => {
      const key = problems[name];
      return key === undefined ? {} : { error: wordsOf(name, key) };
    },
  };
}
