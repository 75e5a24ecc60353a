import { type SyntheticEvent, useRef, useState } from 'react';

/** What is wrong with fields, by name: keys of texts, put into words by the screen. */
export type Problems<Name extends string> = Partial<Readonly<Record<Name, string>>>;

/** Problem of a field that was refused elsewhere: it cannot be checked here, and goes when the form is changed. */
export const REFUSED = 'refused';
/** The same of a form that never left this device: nothing of it was used, so all of it stays. */
export const UNSENT = 'unsent';

function isAboutTheWhole(problems: Problems<string>): boolean {
  return Object.values(problems).some((problem) => problem === REFUSED || problem === UNSENT);
}

type FormOptions<Name extends string> = {
  readonly initial: Readonly<Record<Name, string>>;
  /** Emptied whenever the form comes back with problems: a secret is never kept. */
  readonly secrets: readonly NoInfer<Name>[];
  readonly check: (values: Readonly<Record<Name, string>>) => Promise<Problems<Name>>;
  /** Carries the form out. What it returns was refused and stands at the fields. */
  readonly submit: (values: Readonly<Record<Name, string>>) => Promise<Problems<Name>>;
};

export type Form<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  readonly problems: Problems<Name>;
  readonly isBusy: boolean;
  /** Counts the submits that came back with problems. */
  readonly attempt: number;
  readonly setValue: (name: Name, value: string) => void;
  readonly onSubmit: (event: SyntheticEvent) => void;
};

const isEmpty = (problems: object) => Object.keys(problems).length === 0;

/** A form that checks on submit, and from then on checks the fields that failed while they are typed in. */
export function useForm<Name extends string>({ initial, secrets, check, submit }: FormOptions<Name>): Form<Name> {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Problems<Name>>({});
  const [isBusy, setIsBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(values);

  const comeBack = (found: Problems<Name>) => {
    const toEmpty = Object.values(found).includes(UNSENT) ? [] : secrets;
    const emptied = { ...latest.current, ...Object.fromEntries(toEmpty.map((name) => [name, ''])) };
    latest.current = emptied;
    setValues(emptied);
    setProblems(found);
    setAttempt((count) => count + 1);
  };

  const setValue = (name: Name, value: string) => {
    const next = { ...latest.current, [name]: value };
    latest.current = next;
    setValues(next);
    if (isEmpty(problems)) return;
    if (isAboutTheWhole(problems)) {
      setProblems({});
      return;
    }
    if (problems[name] === undefined) return;
    void check(next).then((found) => {
      // Typed in again since; of fields that are filled in together each hears its own.
      if (latest.current[name] !== value) return;
      setProblems((before) => {
        const { [name]: _, ...others } = before;
        const still = found[name];
        return (still === undefined ? others : { ...others, [name]: still }) as Problems<Name>;
      });
    });
  };

  const run = async () => {
    const found = await check(latest.current);
    if (!isEmpty(found)) return comeBack(found);
    const refused = await submit(latest.current);
    if (!isEmpty(refused)) comeBack(refused);
  };

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    void run().finally(() => setIsBusy(false));
  };

  return { values, problems, isBusy, attempt, setValue, onSubmit };
}
