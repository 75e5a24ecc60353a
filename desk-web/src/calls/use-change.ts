import { useRef, useState } from 'react';
import { type AnyInput, type AnyRow, type CommandAnswer, giveCommand, newKey } from './commands.ts';
import type { Answered, Failure } from './send.ts';
import { keepShownOnce } from './shown-once.ts';
import { useLookAgain } from './use-command.ts';

/** End of a change, if it is known. */
export type Outcome =
  /** It was carried out. `shownOnce`: the request whose answer is shown only now. */
  | { readonly kind: 'done'; readonly answer: CommandAnswer; readonly shownOnce?: string }
  /** A second person has to approve it: nothing was done yet. */
  | { readonly kind: 'waits'; readonly request: string; readonly expiresAt: string }
  | { readonly kind: 'refused'; readonly failure: Extract<Failure, { kind: 'refused' }> }
  /** No answer came: it may have been carried out. It is safe to try again. */
  | { readonly kind: 'unsure' };

export type Change = {
  readonly isSending: boolean;
  readonly outcome: Outcome | undefined;
  /** Sends the command. Sent again unchanged after a lost answer, it has the same key. */
  readonly give: (input: AnyInput, reason?: string, file?: File) => Promise<Outcome | undefined>;
  /** Forgets the outcome, for another change. */
  readonly clear: () => void;
};

type Sent = { readonly key: string; readonly text: string };

/** A command that changes something. */
export function useChange(name: string): Change {
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  /** The change with an unknown outcome: a repeat of it uses the same key. */
  const open = useRef<Sent>(null);
  const isBusy = useRef(false);
  const lookAgain = useLookAgain();
  return {
    isSending,
    outcome,
    clear: () => setOutcome(undefined),
    async give(input, reason, file) {
      if (isBusy.current) return undefined;
      isBusy.current = true;
      setSending(true);
      const text = JSON.stringify([name, input, reason, file?.name, file?.size, file?.lastModified]);
      const key = open.current?.text === text ? open.current.key : newKey();
      open.current = { key, text };
      const answered = await giveCommand<AnyRow>(name, { input, key, file, ...(reason !== undefined && { reason }) });
      const result = outcomeOf(answered, input);
      // A refusal because of a missing session or missing capacity is not final: the same may be sent again under its
      // key.
      if (result.kind === 'done' || result.kind === 'waits') open.current = null;
      isBusy.current = false;
      setSending(false);
      setOutcome(result);
      if (result.kind !== 'refused') void lookAgain();
      return result;
    },
  };
}

function outcomeOf(answered: Answered<CommandAnswer>, input: AnyInput): Outcome {
  if (answered.ok) {
    const { request, rows, shownOnce } = answered.value;
    if (request) return { kind: 'waits', request: request.id, expiresAt: request.expiresAt };
    const { request: approved } = input;
    if (!shownOnce || typeof approved !== 'string') return { kind: 'done', answer: answered.value };
    keepShownOnce(approved, { rows, columns: shownOnce });
    return { kind: 'done', answer: answered.value, shownOnce: approved };
  }
  const { failure } = answered;
  if (failure.kind === 'lost' || failure.error === 'unexpected') return { kind: 'unsure' };
  return { kind: 'refused', failure };
}
