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

/** Words for a field of a command, which can have its own, or for a column of an answer. */
export function useFieldWords(command = ''): (name: string) => string {
  const t = useTexts('deskForms');
  return useMemo(
    () => (name: string) => {
      const key = [`field.${command}.${name}`, `field.${name}`].find((one) => t.has(one));
      return key === undefined ? plainWords(name) : t(key);
    },
    [command, t],
  );
}

/** Words for a choice of an input, which can be those of a command alone. */
export function useChoiceWords(command = ''): (name: string, choice: string) => string {
  const t = useTexts('deskForms');
  return useMemo(
    () => (name: string, choice: string) => {
      const key = [`choice.${command}.${name}.${choice}`, `choice.${name}.${choice}`].find((one) => t.has(one));
      return key === undefined ? plainWords(choice) : t(key);
    },
    [command, t],
  );
}
