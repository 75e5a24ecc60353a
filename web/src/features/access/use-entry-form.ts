import { useState } from 'react';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { type Form, REFUSED, UNSENT, useForm } from '../../ui/use-form.ts';
import { OFFLINE } from './offline.ts';

/** What stands at the field: a key of the validation texts, or the code of a refusal. */
export type EntryProblem = { readonly key: string } | { readonly code: string };

type Options = {
  readonly initial?: string;
  /** Emptied when it comes back. */
  readonly isSecret?: boolean;
  /** How a text that is missing is named: `Enter your PIN`. */
  readonly name: string;
  readonly check: (value: string) => string | null;
  /** Carries the entry out and moves on; what it returns stands at the field. */
  readonly submit: (value: string) => Promise<EntryProblem | null>;
};

export type EntryForm = Pick<Form<'entry'>, 'isBusy' | 'attempt' | 'onSubmit'> & {
  readonly value: string;
  readonly setValue: (value: string) => void;
  /** What is wrong, in words; null when nothing is. */
  readonly error: string | null;
  /** Code of the server's refusal that the words tell of. */
  readonly refusal: string | null;
};

/** A page that asks for one thing. */
export function useEntryForm({ initial = '', isSecret = false, name, check, submit }: Options): EntryForm {
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<'entry'>({
    initial: { entry: initial },
    secrets: isSecret ? ['entry'] : [],
    check: async ({ entry }) => {
      const key = check(entry);
      return key === null ? {} : { entry: key };
    },
    submit: async ({ entry }) => {
      const problem = await submit(entry);
      if (problem === null) return {};
      if ('key' in problem) return { entry: problem.key };
      setRefusal(problem.code);
      return { entry: problem.code === OFFLINE ? UNSENT : REFUSED };
    },
  });
  const key = form.problems.entry;
  const code = key === REFUSED || key === UNSENT ? refusal : null;
  return {
    isBusy: form.isBusy,
    attempt: form.attempt,
    onSubmit: form.onSubmit,
    value: form.values.entry,
    setValue: (value) => form.setValue('entry', value),
    error: key === undefined ? null : code === null ? validation(key, { field: name }) : wordsOfCode(code),
    refusal: code,
  };
}
