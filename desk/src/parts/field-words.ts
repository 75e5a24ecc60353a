import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useMemo } from 'react';

/** `lastFour` as words where no text names it: "Last four". */
export function plainWords(name: string): string {
  const words = name.replaceAll(
    /([a-z\d])([A-Z])/g,
    (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`,
  );
  const spaced = words.replaceAll('-', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Words for a field of a command or a column of its answer. */
export function useFieldWords(): (name: string) => string {
  const t = useTexts('desk');
  return useMemo(() => (name: string) => (t.has(`field.${name}`) ? t(`field.${name}`) : plainWords(name)), [t]);
}
