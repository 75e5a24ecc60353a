import { getTransactionNotes, NOTE_MAXIMUM, saveTransactionNote } from '@wattle/contract/transactions/notes.ts';
import { searchTransactions } from '@wattle/contract/transactions/transactions.ts';
import { type SyntheticEvent, useState } from 'react';
import { useAction, useOperation } from '../../api/use-operation.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';

type NoteProps = { readonly accountNumber: string; readonly sequence: number };

/** The user's note on a posted row. */
export function Note({ accountNumber, sequence }: NoteProps) {
  const t = useTexts('transactions');
  const wordsOf = useFailureWords();
  const [typed, setTyped] = useState<string | null>(null);
  const notes = useOperation(getTransactionNotes, { body: { accountNumber } }).data?.Notes;
  const action = useAction(saveTransactionNote, {
    invalidates: [getTransactionNotes, searchTransactions],
    onSuccess: () => setTyped(null),
  });
  if (!notes) return null;
  const note = notes.find(({ Sequence }) => Sequence === sequence)?.Note ?? '';
  if (typed === null) {
    return (
      <div className="row__note">
        {note === '' ? null : <p>{note}</p>}
        <Button tone="text" small onClick={() => setTyped(note)}>
          {t(note === '' ? 'note.add' : 'note.change')}
        </Button>
      </div>
    );
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    action.run({ body: { accountNumber, Sequence: sequence, Note: typed } });
  };
  return (
    <form className="row__note" noValidate onSubmit={save}>
      <Field
        id={`note-${sequence}`}
        label={t('note.label')}
        hint={t('note.hint')}
        error={action.failure ? wordsOf(action.failure) : undefined}
        value={typed}
        onValue={setTyped}
        limit={NOTE_MAXIMUM}
        autoComplete="off"
      />
      <Button type="submit" tone="tonal" small busy={action.isPending}>
        {t('note.save')}
      </Button>
      <Button tone="text" small onClick={() => setTyped(null)}>
        {t('note.cancel')}
      </Button>
    </form>
  );
}
