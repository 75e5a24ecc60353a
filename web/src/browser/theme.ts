import { createStore, useStore } from '../observable.ts';
import { forget, readStored, store } from './storage.ts';

/** `system` follows the settings of the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Read by `not-loaded/watch.ts` too, which sets the theme before the first paint. */
const KEY = 'wattle.theme';

const kept = readStored('localStorage', KEY);
const theme = createStore<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

/** The theme that was chosen on this device. */
export const useTheme = (): Theme => useStore(theme);

export function chooseTheme(next: Theme): void {
  if (next === 'system') forget('localStorage', KEY);
  else store('localStorage', KEY, next);
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  theme.set(next);
}

/** The media query of a picture for dark grounds, for `source`. */
export function useDarkMedia(): string {
  return { system: '(prefers-color-scheme: dark)', light: 'not all', dark: 'all' }[useTheme()];
}
