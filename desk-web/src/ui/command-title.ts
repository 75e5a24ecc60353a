import { useMemo } from 'react';
import { useDefinitions } from '../calls/definitions.ts';
import { plainWords } from './field-words.ts';

/** Names of commands as they are read: "Charge a fee". Until the definitions are known, the words of its typed name. */
export function useCommandTitle(): (name: string) => string {
  const { commands } = useDefinitions();
  return useMemo(() => {
    const titles = new Map(commands?.map(({ name, title }) => [name, title]));
    return (name) => titles.get(name) ?? plainWords(name);
  }, [commands]);
}
