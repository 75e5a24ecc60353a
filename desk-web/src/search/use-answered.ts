import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { useEffect, useRef, useState } from 'react';
import { giveCommand, newKey, type RowOf } from '../calls/commands.ts';
import type { Failure } from '../calls/send.ts';
import { typedAction } from './typed-action.ts';

export type FoundRow = RowOf<'search-all'>;

/** A search is asked after a pause in the typing: each one that is asked is recorded. */
const PAUSE_MS = 300;
/** Two letters begin too many names. */
const SHORTEST = 3;

export type Answered = {
  /** The words that the rows are for. */
  readonly words: string;
  readonly rows: readonly FoundRow[];
  readonly hasMore: boolean;
  readonly failure?: Failure;
};

/** A name in Chinese, or the number of a request. */
const SHORT = /^\p{Script=Han}+$|^#?\d+$/u;

/** Whether words are looked for at the server. */
export const isAsked = (words: string): boolean => words.length >= (SHORT.test(words) ? 2 : SHORTEST);

/**
 * The answer of the server to typed words, after a pause. An answer to words that have changed meanwhile is dropped.
 * It is asked once for each text, and never again by itself; where nothing has all of the words, then without those of
 * an action.
 */
export function useAnswered(typed: string): { readonly answer: Answered | undefined; readonly isAsking: boolean } {
  const words = lineText(typed);
  const [answer, setAnswer] = useState<Answered>();
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
    if (!isAsked(words)) return undefined;
    const search = (text: string) => giveCommand<FoundRow>('search-all', { input: { text }, key: newKey() });
    const ask = async () => {
      let answered = await search(words);
      if (latest.current !== words) return;
      // A name or a number with an action, such as `block 1234`.
      const { commands, rest } = typedAction(words);
      const isEmpty = answered.ok && answered.value.rows.length === 0;
      if (isEmpty && commands.length > 0 && isAsked(rest)) {
        answered = await search(rest);
        if (latest.current !== words) return;
      }
      setAnswer(
        answered.ok
          ? { words, rows: answered.value.rows, hasMore: answered.value.hasMore }
          : { words, rows: [], hasMore: false, failure: answered.failure },
      );
    };
    const timer = window.setTimeout(() => void ask(), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [words]);
  const isCurrent = answer?.words === words && isAsked(words);
  return { answer: isCurrent ? answer : undefined, isAsking: isAsked(words) && !isCurrent };
}
