import { createStore } from '../store.ts';

/** A short word on what has just happened, above the page for a while. */
export type Toast = {
  readonly id: number;
  readonly text: string;
  /** `Undo`, `Try again`. With one it stays until it is answered or closed. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
};

/** How long a toast without an action stays; longer words stay longer. */
const LEAST_MS = 6_000;
const PER_CHARACTER_MS = 70;

/** The toast that is shown. */
export const toasts = createStore<Toast | null>(null);
let lastId = 0;

/** Shows a toast in place of the one before. It says what can also be seen on the page: nobody has to catch it. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  toasts.set({ ...toast, id: lastId });
}

/** Takes a toast away; another one that has come since stays. */
export function dismissToast(id: number): void {
  if (toasts.get()?.id === id) toasts.set(null);
}

/** How long a toast stays by itself; null for one that waits for an answer. */
export function stayMs(toast: Toast): number | null {
  return toast.action ? null : Math.max(LEAST_MS, toast.text.length * PER_CHARACTER_MS);
}
