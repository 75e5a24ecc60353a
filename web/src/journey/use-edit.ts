import { byName, namesOf } from '@wattle/contract/rules/typed-names.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Failed, Problems, Values } from '../form/form.domain.ts';
import { type FieldSpec, type Form, useForm } from '../form/use-form.ts';
import { type Change, changesOf, type Conflict, conflictsOf, decide, startEdit, takeOver } from './edit.domain.ts';

/** Payload of a save: the new values, and the version its author read. */
export type Save<Name extends string> = { readonly values: Values<Name>; readonly read: Values<Name> };

export type EditOptions<Name extends string> = {
  /** Current values of the server, which may change during the edit. */
  readonly saved: Values<Name>;
  readonly fields: Readonly<Record<Name, FieldSpec>>;
  readonly check: (values: Values<Name>) => Problems<Name>;
  /**
   * Saves. Null: done. `changed`: the values on the server differ from those that were read, and remain. The caller
   * updates `saved` to them.
   */
  readonly save: (save: Save<Name>) => Promise<Failed<Name> | 'changed' | null>;
  /** Asks for confirmation of the changes before it saves. */
  readonly asksFirst?: boolean;
  readonly onClose: (isSaved: boolean) => void;
  /** Message of a problem by its text key; defaults to the validation texts. */
  readonly problemWords?: ((name: Name, key: string) => string) | undefined;
};

export type EditView<Name extends string> = {
  readonly form: Form<Name>;
  readonly mode: 'edit' | 'confirm';
  readonly conflicts: readonly Conflict<Name>[];
  /** Fields that have taken a value from elsewhere. */
  readonly taken: readonly Name[];
  readonly changes: readonly Change<Name>[];
  readonly keepMine: (name: Name) => void;
  readonly takeTheirs: (name: Name) => void;
  readonly goBack: () => void;
};

/** Edit of saved values. Changes from elsewhere are shown, and never overwritten without the user's choice. */
export function useEdit<Name extends string>(options: EditOptions<Name>): EditView<Name> {
  const { saved, fields, check, save, asksFirst = false, onClose } = options;
  const [edit, setEdit] = useState(() => startEdit(saved));
  const [mode, setMode] = useState<'edit' | 'confirm'>('edit');
  const names: readonly Name[] = namesOf(fields);
  const form: Form<Name> = useForm({
    fields: byName(names, (name) => ({ ...fields[name], initial: saved[name] })),
    ...(options.problemWords && { problemWords: options.problemWords }),
    rules: {
      check,
      submit: async (values) => {
        if (conflictsOf(edit, saved, values).length > 0) return 'paused';
        if (changesOf(edit, values).length === 0) {
          onClose(false);
          return null;
        }
        if (asksFirst && mode === 'edit') {
          setMode('confirm');
          return 'paused';
        }
        const outcome = await save({ values, read: edit.read });
        if (outcome === null) onClose(true);
        else setMode('edit');
        return outcome === 'changed' ? 'paused' : outcome;
      },
    },
  });
  const { values } = form;
  const conflicts = conflictsOf(edit, saved, values);
  const follow = useEffectEvent(() => {
    const next = takeOver(edit, saved, values);
    if (!next) return;
    setEdit(next.edit);
    for (const name of names) {
      const value = next.typed[name];
      if (value !== undefined) form.setValue(name, value);
    }
  });
  const { isBusy } = form;
  useEffect(() => {
    if (!isBusy) follow();
  }, [saved, values, isBusy]);
  return {
    form,
    // Both values are shown, even if a confirmation was open.
    mode: conflicts.length > 0 ? 'edit' : mode,
    conflicts,
    taken: edit.taken,
    changes: changesOf(edit, values),
    keepMine: (name) => setEdit(decide(edit, name, saved)),
    takeTheirs: (name) => {
      setEdit(decide(edit, name, saved));
      form.setValue(name, saved[name]);
    },
    goBack: () => setMode('edit'),
  };
}
