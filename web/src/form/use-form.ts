import { byName, namesOf } from '@wattle/contract/rules/typed-names.ts';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import { useErrorTexts, useTexts } from '../i18n/use-texts.ts';
import type { Problem } from '../ui/fields/error-summary.tsx';
import { errorIdOf } from '../ui/fields/field.tsx';
import { afterPress } from './after-press.ts';
import {
  type End,
  type FormState,
  leftField,
  type Mark,
  openForm,
  type Problems,
  rechecked,
  type Refusal,
  refusalOf,
  settled,
  submitted,
  typed,
  typedTwice,
  type Values,
  wordsOf,
} from './form.domain.ts';

/** Field of a form. The summary lists problems in the order of the fields. */
export type FieldSpec = {
  /** Name of the field within a sentence: `Enter your PIN`. */
  readonly called?: string;
  readonly initial?: string;
  /** Cleared once the form is done, and shown nowhere else. A password stays while the form is not accepted. */
  readonly isSecret?: boolean;
  /** Chosen from a list, not typed: its messages say "Choose". */
  readonly isChosen?: boolean;
  /** True: a secret of four hidden digits, which is also typed again when the form is not accepted because of it. */
  readonly isPin?: boolean;
  /** Id of its element; defaults to its name. */
  readonly id?: string;
  /** Returns the character of a typed text that the message names. */
  readonly signOf?: (typed: string) => string;
};

export type FormRules<Name extends string> = {
  /** Waits for what the check depends on. */
  readonly ready?: () => Promise<void>;
  readonly check: (values: Values<Name>) => Problems<Name>;
  /** Submits the form and goes to the next page. */
  readonly submit: (values: Values<Name>) => Promise<End<Name>>;
};

type Options<Name extends string> = {
  readonly fields: Readonly<Record<Name, FieldSpec>>;
  /** Rules, or a function that loads them when the form is first touched, which keeps the page small. */
  readonly rules: FormRules<NoInfer<Name>> | (() => Promise<FormRules<NoInfer<Name>>>);
  /** Message of a problem by its text key; defaults to the validation texts. */
  readonly problemWords?: (name: Name, key: string, typed: string) => string | undefined;
  /** Message of a refusal; defaults to that of its code. */
  readonly refusalWords?: (refusal: Refusal<Name>) => string;
  /** Refusal by a later page, shown when the user returns to the form. */
  readonly refusal?: Refusal<NoInfer<Name>> | null;
  /** Called with every change, to store a draft. */
  readonly onTyped?: (values: Values<Name>) => void;
};

export type FormField<Name extends string = string> = Mark & {
  readonly id: string;
  readonly name: Name;
  readonly value: string;
  readonly onValue: (value: string) => void;
};

/** A code that is typed twice. `onBoth` answers whether both were emptied, because they are wrong. */
export type CodeTwice<Name extends string = string> = {
  readonly first: FormField<Name>;
  readonly again: FormField<Name>;
  readonly onBoth: () => Promise<boolean>;
};

/** Interface that a page and its button need from any form. */
export type FormFrame = {
  /** For the summary above the heading. */
  readonly problems: readonly Problem[];
  readonly attempt: number;
  readonly isBusy: boolean;
  readonly onSubmit: (event: SyntheticEvent) => void;
  /** Loads what the form needs to be submitted. */
  readonly onFocus: () => void;
  /** Sends the same again if the last submit got no decision. */
  readonly retry: (() => void) | undefined;
  /** Id of the message about the last attempt, for the submit button. */
  readonly describedBy: string | undefined;
};

export type Form<Name extends string> = FormFrame & {
  readonly values: Values<Name>;
  readonly refusal: Refusal<Name> | null;
  readonly setValue: (name: Name, value: string) => void;
  /** Properties of a field. */
  readonly field: (name: Name) => FormField<Name>;
  /** Properties of a list to choose from, which is also checked when it is left. */
  readonly choice: (name: Name) => FormField<Name> & { readonly onLeave: () => void };
  /** The properties of a code that is typed twice: the two are checked once both are complete. */
  readonly twice: (first: Name, again: Name) => CodeTwice<Name>;
};

/** Names used in a message. */
export function problemNames({ called = '', signOf }: Pick<FieldSpec, 'called' | 'signOf'>, typed: string) {
  return { field: called, sign: signOf?.(typed) ?? '' };
}

/**
 * Form that is checked on submit, and from then on at each change of a field that failed. One submit runs at a time.
 */
export function useForm<Name extends string>(options: Options<Name>): Form<Name> {
  const { fields, rules } = options;
  const names: readonly Name[] = namesOf(fields);
  const formId = useId();
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const [form, setForm] = useState(() =>
    openForm(
      byName(names, (name) => fields[name].initial ?? ''),
      options.refusal,
    ),
  );
  // Two events may occur before the next render, so each starts from the result of the previous one.
  const latest = useRef<FormState<Name>>(form);
  const change = (next: FormState<Name>) => {
    latest.current = next;
    setForm(next);
  };
  // The words for wrong answers come with rules that are loaded: a sign-in page is drawn without either.
  const load = async () => {
    if (typeof rules !== 'function') return rules;
    const [loaded] = await Promise.all([rules(), loadTexts(['validation'])]);
    return loaded;
  };

  const recheck = async (values: Values<Name>) => {
    const { check } = await load();
    change(rechecked(latest.current, values, check(values)));
  };

  const setValue = (name: Name, value: string) => {
    const next = typed(latest.current, name, value);
    if (next === latest.current) return;
    change(next);
    const { values, problems } = next;
    options.onTyped?.(values);
    if (Object.keys(problems).length > 0) void recheck(values);
  };

  const leave = (name: Name) => {
    afterPress(() => {
      void load().then(
        ({ check }) => {
          const { isBusy, values } = latest.current;
          if (!isBusy) change(leftField(latest.current, name, check(values)));
        },
        // A failure to load is shown on submit.
        () => null,
      );
    });
  };

  const checkTwice = async (first: Name, again: Name) => {
    const { check } = await load();
    change(typedTwice(latest.current, [first, again], check(latest.current.values)));
    return latest.current.values[first] === '';
  };

  const carryOut = async (): Promise<End<Name>> => {
    const loaded = await load().catch(() => null);
    if (loaded === null) return { refusal: refusalOf({ code: '', status: 0 }, [], navigator.onLine) };
    await loaded.ready?.();
    const { values } = latest.current;
    const problems = loaded.check(values);
    return Object.keys(problems).length > 0 ? { problems } : loaded.submit(values);
  };

  const submit = () => {
    const begun = submitted(latest.current);
    if (begun === null) return;
    change(begun);
    const pins = names.filter((name) => fields[name].isPin);
    const secrets = names.filter((name) => fields[name].isSecret || fields[name].isPin);
    void carryOut().then(
      (end) => change(settled(latest.current, end, { secrets, pins })),
      (fault: unknown) => {
        change({ ...latest.current, isBusy: false });
        throw fault;
      },
    );
  };

  const idOf = (name: Name) => fields[name].id ?? name;
  const words = wordsOf(form, names, {
    problem: (name, problem) => {
      const typed = form.values[name];
      const key = problem === 'required' && fields[name].isChosen ? 'chooseRequired' : problem;
      return options.problemWords?.(name, key, typed) ?? validation(key, problemNames(fields[name], typed));
    },
    refusal: options.refusalWords ?? (({ code }) => wordsOfCode(code)),
    idOf,
  });
  const wholeId = `${formId}problem`;
  const [first] = words.lines;
  const field = (name: Name): FormField<Name> => ({
    id: idOf(name),
    name,
    ...words.mark(name),
    value: form.values[name],
    onValue: (value) => setValue(name, value),
  });
  const lines = words.lines.map(
    ({ fieldId, text }): Problem => (fieldId === undefined ? { id: wholeId, text } : { fieldId, text }),
  );
  const isWrong = Object.keys(form.problems).length > 0;
  return {
    values: form.values,
    refusal: form.refusal,
    attempt: form.attempt,
    isBusy: form.isBusy,
    problems: isWrong ? [{ id: `${formId}form`, text: validation('formError') }, ...lines] : lines,
    describedBy: first && (first.fieldId === undefined ? wholeId : errorIdOf(first.fieldId)),
    retry: form.refusal?.isTrouble ? submit : undefined,
    setValue,
    field,
    choice: (name) => ({ ...field(name), onLeave: () => leave(name) }),
    twice: (first, again) => ({
      first: field(first),
      again: field(again),
      // A failure to load shows itself at the submit.
      onBoth: () => checkTwice(first, again).catch(() => false),
    }),
    onSubmit: (event) => {
      event.preventDefault();
      submit();
    },
    // A failure to load is shown on submit.
    onFocus: () => void load().catch(() => null),
  };
}
