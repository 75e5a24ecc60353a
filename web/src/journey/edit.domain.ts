import { byName, namesOf } from '@wattle/contract/rules/typed-names.ts';
import type { Values } from '../form/form.domain.ts';

/** Edit that started from the values `read`. A save sends them, so that it overwrites no later change. */
export type Edit<Name extends string> = {
  readonly read: Values<Name>;
  /** Fields that have taken a value from elsewhere since. They are announced until the edit ends. */
  readonly taken: readonly Name[];
};

export type Conflict<Name extends string> = { readonly name: Name; readonly theirs: string; readonly mine: string };

export function startEdit<Name extends string>(saved: Values<Name>): Edit<Name> {
  return { read: saved, taken: [] };
}

/**
 * Merges changes from elsewhere into fields that this edit has not changed; `typed` holds those that get another value.
 * A field that both sides changed to the same value needs no merge. Null if there is nothing to merge.
 */
export function takeOver<Name extends string>(
  { read, taken }: Edit<Name>,
  saved: Values<Name>,
  typed: Values<Name>,
): { readonly edit: Edit<Name>; readonly typed: Partial<Values<Name>> } | null {
  const agreed = namesOf(read).filter(
    (name) => saved[name] !== read[name] && (typed[name] === read[name] || typed[name] === saved[name]),
  );
  if (agreed.length === 0) return null;
  const shown = agreed.filter((name) => typed[name] !== saved[name]);
  return {
    edit: {
      read: { ...read, ...only(saved, agreed) },
      taken: [...taken.filter((name) => !shown.includes(name)), ...shown],
    },
    typed: only(saved, shown),
  };
}

function only<Name extends string>(values: Values<Name>, names: readonly Name[]): Partial<Values<Name>> {
  return byName(names, (name) => values[name]);
}

/** Fields changed here and elsewhere to different values. The user must choose. */
export function conflictsOf<Name extends string>(
  { read }: Edit<Name>,
  saved: Values<Name>,
  typed: Values<Name>,
): readonly Conflict<Name>[] {
  return namesOf(read).flatMap((name) => {
    const isBoth = saved[name] !== read[name] && typed[name] !== read[name] && typed[name] !== saved[name];
    return isBoth ? [{ name, theirs: saved[name], mine: typed[name] }] : [];
  });
}

/** Edit after the user has seen the values from elsewhere and chosen. They count as read from now on. */
export function decide<Name extends string>(edit: Edit<Name>, name: Name, saved: Values<Name>): Edit<Name> {
  return { ...edit, read: { ...edit.read, [name]: saved[name] } };
}

export type Change<Name extends string> = { readonly name: Name; readonly from: string; readonly to: string };

/** Fields that a save changes. */
export function changesOf<Name extends string>({ read }: Edit<Name>, typed: Values<Name>): readonly Change<Name>[] {
  return namesOf(read).flatMap((name) =>
    typed[name] === read[name] ? [] : [{ name, from: read[name], to: typed[name] }],
  );
}
