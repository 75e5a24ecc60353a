import { type SubmitEvent, useState } from 'react';
import type { Answered, Failure } from '../calls/send.ts';

type Problems<Name extends string> = Partial<Record<Name, string>>;

type EntryForm<Name extends string, Value> = {
  /** Ids of the fields begin with it. */
  readonly id: string;
  readonly initial: Readonly<Record<Name, string>>;
  /** Problems that are found before sending, in the order of the fields. */
  readonly check: (values: Readonly<Record<Name, string>>) => Problems<Name>;
  /** Undefined: the person has cancelled, and nothing was sent. */
  readonly send: (values: Readonly<Record<Name, string>>) => Promise<Answered<Value> | undefined>;
  readonly onDone: (value: Value, values: Readonly<Record<Name, string>>) => void | Promise<void>;
  /** Handles a failure itself, such as a missing second factor, and then returns true. */
  readonly onFailure?: (failure: Failure, values: Readonly<Record<Name, string>>) => boolean;
};

/** State of a form without a session. Typed text stays, passwords too. */
export function useEntryForm<Name extends string, Value>(form: EntryForm<Name, Value>) {
  const { id, initial, check, send, onDone, onFailure } = form;
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Problems<Name>>({});
  const [failure, setFailure] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  const submit = async (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (isSending) return;
    const found = check(values);
    setProblems(found);
    setFailure(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      document.getElementById(`${id}-${first}`)?.focus();
      return;
    }
    setSending(true);
    const answered = await send(values);
    if (answered?.ok) await onDone(answered.value, values);
    else if (answered && !onFailure?.(answered.failure, values)) setFailure(answered.failure);
    setSending(false);
  };
  return {
    values,
    isSending,
    failure,
    setFailure,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    field: (name: Name) => ({
      id: `${id}-${name}`,
      value: values[name],
      error: problems[name],
      onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    }),
  };
}
