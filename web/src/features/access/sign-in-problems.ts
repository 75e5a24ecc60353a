import type { Problem } from '../../ui/error-summary.tsx';
import type { Problems } from '../../ui/use-form.ts';

/** Refusals that say how long to wait. */
const LOCKS: ReadonlySet<string> = new Set(['20043', '20245']);

export function isLock(code: string | null): boolean {
  return code !== null && LOCKS.has(code);
}

type Wording<Name extends string> = {
  readonly fieldIds: Readonly<Record<Name, string>>;
  /** Words of a refusal by the server, which is about both fields: it does not say which one is wrong. */
  readonly refusal: string | null;
  readonly wordsOf: (name: Name, key: string) => string;
};

type Words<Name extends string> = {
  readonly isRefused: boolean;
  readonly summary: readonly Problem[];
  /** What the field itself says: its error, or that it is wrong together with the first one. */
  readonly field: (name: Name) => { readonly error?: string; readonly wrongWith?: string };
};

/** Puts the problems of a sign-in form into words, the same ones for the summary and the fields. */
export function wordsOfProblems<Name extends string>(problems: Problems<Name>, wording: Wording<Name>): Words<Name> {
  const names = Object.keys(wording.fieldIds) as Name[];
  const first = names[0];
  const isRefused = wording.refusal !== null && first !== undefined && problems[first] === 'refused';
  if (isRefused) {
    const firstId = wording.fieldIds[first];
    const text = wording.refusal ?? '';
    return {
      isRefused,
      summary: [{ fieldId: firstId, text }],
      field: (name) => (name === first ? { error: text } : { wrongWith: firstId }),
    };
  }
  return {
    isRefused,
    summary: names.flatMap((name) => {
      const key = problems[name];
      return key === undefined ? [] : [{ fieldId: wording.fieldIds[name], text: wording.wordsOf(name, key) }];
    }),
    field: (name) => {
      const key = problems[name];
      return key === undefined ? {} : { error: wording.wordsOf(name, key) };
    },
  };
}
