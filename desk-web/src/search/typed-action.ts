import { CARD_COMMANDS, type CardCommand } from '../calls/card-commands.ts';

/** Commands for a person that the search offers. */
export const PERSON_COMMANDS = ['add-note', 'message-person', 'change-contact'] as const;
export type BoundCommand = CardCommand | (typeof PERSON_COMMANDS)[number];

/** Words that name an action of a card or a person. The one that is typed is not a part of what is looked for. */
const VERBS: Readonly<Record<BoundCommand, readonly string[]>> = {
  'report-card': ['lost', 'stolen', 'report'],
  'block-card': ['block', 'freeze'],
  'unblock-card': ['unblock'],
  'reissue-card': ['replace', 'reissue'],
  'add-note': ['note'],
  'message-person': ['message', 'write'],
  'change-contact': ['contact', 'change'],
};
/** Letters of a word of an action before it counts as one. */
const SHORTEST_VERB = 4;

const wordsIn = (words: string) => words.toLowerCase().split(/\s+/).filter(Boolean);
const isVerbOf = (word: string, command: BoundCommand) =>
  word.length >= SHORTEST_VERB && VERBS[command].some((verb) => verb.startsWith(word));
const COMMANDS = [...CARD_COMMANDS, ...PERSON_COMMANDS] as const;

/** Actions that typed words name, and the words that are left. */
export type Asked = { readonly commands: readonly BoundCommand[]; readonly rest: string };

export function typedAction(words: string): Asked {
  const all = wordsIn(words);
  const commands = COMMANDS.filter((command) => all.some((word) => isVerbOf(word, command)));
  return {
    commands,
    rest: all.filter((word) => !commands.some((command) => isVerbOf(word, command))).join(' '),
  };
}
