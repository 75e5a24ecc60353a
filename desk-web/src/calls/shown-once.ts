import { createStore, useStore } from '@wattle/web/observable.ts';
import type { AnyRow } from './commands.ts';

/** Answer to an approval with columns that the server does not store. */
export type ShownOnce = { readonly rows: readonly AnyRow[]; readonly columns: readonly string[] };

/** By request, while the tab is open: they outlive the part of the page that asked for them. */
const answers = createStore<ReadonlyMap<string, ShownOnce>>(new Map());

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function set(next: ReadonlyMap<string, ShownOnce>): void {
  answers.set(next);
  // The browser asks before it closes or reloads the tab.
  if (next.size > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

export function keepShownOnce(request: string, answer: ShownOnce): void {
  set(new Map([...answers.get(), [request, answer]]));
}

/** Once the person has saved it. */
export function clearShownOnce(request: string): void {
  set(new Map([...answers.get()].filter(([kept]) => kept !== request)));
}

/** Another member cannot see it. */
export function clearAllShownOnce(): void {
  set(new Map());
}

export const useShownOnce = (request: string): ShownOnce | undefined => useStore(answers, (all) => all.get(request));

/** Requests whose answer has not been closed yet. */
export const useAllShownOnce = (): ReadonlyMap<string, ShownOnce> => useStore(answers);
