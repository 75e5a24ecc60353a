import { comparableText, withoutAccents } from '@wattle/contract/rules/typed-text.ts';
/** An option of a list, and how typing filters it. */
export type ListOption = {
  readonly value: string;
  readonly label: string;
  /** Beside the label in the list: a code, a place. */
  readonly hint?: string;
  /** Further search words: the English name in a Chinese list, a country's code. */
  readonly keywords?: string;
};

/** Lower case without accents, so that `Reunion` finds `Réunion`; full-width letters become plain ones. */
export function folded(text: string): string {
  return comparableText(withoutAccents(text).replace(/\p{P}+/gu, ' '));
}

/** 0: starts with it, 1: a later word does, 2: contains it, 3: only a keyword matches. */
function rankOf(option: ListOption, query: string): number | null {
  const label = folded(option.label);
  if (label.startsWith(query)) return 0;
  if (label.includes(` ${query}`)) return 1;
  if (label.includes(query)) return 2;
  const others = folded(`${option.hint ?? ''} ${option.keywords ?? ''}`);
  return ` ${others}`.includes(` ${query}`) ? 3 : null;
}

/** Options that match the typed text, best match first and otherwise in order. All options for an empty text. */
export function narrowed(options: readonly ListOption[], typed: string): readonly ListOption[] {
  const query = folded(typed);
  if (query === '') return options;
  return options
    .flatMap((option) => {
      const rank = rankOf(option, query);
      return rank === null ? [] : [{ option, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

/** Option whose label was typed in full or filled in by the browser. */
export function optionCalled(options: readonly ListOption[], typed: string): ListOption | undefined {
  const query = folded(typed);
  return query === '' ? undefined : options.find(({ label }) => folded(label) === query);
}

/**
 * Option meant by the text when the field loses focus: by its label, or else by its value. Not while typing, because
 * `in` is India's code and the start of Indonesia.
 */
export function optionMeant(options: readonly ListOption[], typed: string): ListOption | undefined {
  const query = folded(typed);
  return (
    optionCalled(options, typed) ?? (query === '' ? undefined : options.find(({ value }) => folded(value) === query))
  );
}
