import { createStore } from '../observable.ts';

/** Short message about a recent event, above the page for a while. */
export type Toast = {
  readonly id: number;
  /** A function where the language may switch meanwhile, as a sign-in does to that of the account. */
  readonly text: string | (() => string);
  /** `Undo`, `Try again`. A toast with an action stays until it is used or closed. */
  readonly action?: {
    readonly label: string;
    readonly onPress: () => void;
    /** True: the page can do the same, so the toast goes by itself. */
    readonly isSpare?: boolean;
  };
};

/** Minimum duration of a toast without an action; longer texts stay longer. */
const LEAST_MS = 6_000;
const PER_CHARACTER_MS = 70;
/** Minimum duration of one with a spare action, so that there is time to reach it. */
const SPARE_MS = 12_000;

/** Current toast. */
export const toasts = createStore<Toast | null>(null);
let lastId = 0;

/** Shows a toast instead of the current one. Its content is also visible on the page, so no one has to notice it. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  toasts.set({ ...toast, id: lastId });
}

export function textOf({ text }: Pick<Toast, 'text'>): string {
  return typeof text === 'string' ? text : text();
}

/** Removes a toast, unless another one has replaced it. */
export function dismissToast(id: number): void {
  if (toasts.get()?.id === id) toasts.set(null);
}

/** Duration of a toast; null: it waits for an answer. */
export function stayMs(toast: Toast): number | null {
  if (toast.action && !toast.action.isSpare) return null;
  const least = toast.action ? SPARE_MS : LEAST_MS;
  return Math.max(least, textOf(toast).length * PER_CHARACTER_MS);
}
