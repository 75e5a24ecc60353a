import { createStore } from '@wattle/web/observable.ts';
import { type SessionState, sessionState } from '../session/session.ts';
import type { Hit } from './hit.ts';

const MOST_HITS = 5;
const MOST_WORDS = 3;

/** Hits that this member has opened and words that found them, the latest first. */
export type Recent = { readonly hits: readonly Hit[]; readonly words: readonly string[] };

const NONE: Recent = { hits: [], words: [] };

/** Kept in the memory of this tab alone: it names people, so it is not stored. */
export const recent = createStore<Recent>(NONE);

/** Keeps an opened hit, and the words that found it. Actions are found by their words every time. */
export function keepRecent(hit: Hit, words: string): void {
  const { hits, words: kept } = recent.get();
  const isNamed = hit.kind !== 'action';
  recent.set({
    hits: isNamed ? [hit, ...hits.filter(({ id }) => id !== hit.id)].slice(0, MOST_HITS) : hits,
    words: isNamed && words !== '' ? [words, ...kept.filter((one) => one !== words)].slice(0, MOST_WORDS) : kept,
  });
}

export function clearRecent(): void {
  recent.set(NONE);
}

const memberOf = (state: SessionState) =>
  state.status === 'in' ? `${state.session.tenant} ${state.session.name}` : '';

let member = memberOf(sessionState.get());
// Another member must not see what this one looked for, and no one sees it after a sign-out.
sessionState.subscribe((state) => {
  if (memberOf(state) !== member) clearRecent();
  member = memberOf(state);
});
