import type { Values } from '../form/form.domain.ts';

/** An edit that began from `read`. A save carries it, so that what was changed meanwhile is not overwritten. */
export type Edit<Name extends string> = {
  readonly read: Values<Name>;
  /** Fields that took a value from elsewhere since; told until the edit ends. */
  readonly taken: readonly Name[];
};

export type Conflict<Name extends string> = { readonly name: Name; readonly theirs: string; readonly mine: string };

export function startEdit<Name extends string>(saved: Values<Name>): Edit<Name> {
  return { read: saved, taken: [] };
}

function namesOf<Name extends string>(values: Values<Name>): readonly Name[] {
  return Object.keys(values) as Name[];
}

/**
 * Takes over what was changed elsewhere in fields that this edit has left alone: `typed` holds those of
 * them that get another value. A field that both have changed to the same value needs nothing. Null
 * where nothing is to be taken over.
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
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values<Name>>;
}

/** Fields that were changed elsewhere and here, to different values: somebody has to choose. */
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

/** The person has seen the value from elsewhere and chosen: from now on theirs is what was read. */
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
