import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { useEffect, useId, useState } from 'react';
import { useChange } from '../../calls/use-change.ts';
import { useFailureWords } from '../../ui/refusal-words.ts';
import type { PeopleFile } from './use-people-files.ts';

type CellFormProps = {
  readonly file: PeopleFile;
  readonly row: number;
  readonly field: string;
  readonly value: string;
  readonly onEnd: () => void;
};

/** Corrects one cell. The file that was sent stays as it is. */
export function CellForm({ file, row, field, value, onEnd }: CellFormProps) {
  const t = useTexts('deskPeopleFiles');
  const wordsOf = useFailureWords();
  const id = useId();
  const [typed, setTyped] = useState(value);
  const change = useChange('correct-people-row');
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const { outcome } = change;
  const error =
    outcome?.kind === 'refused' ? wordsOf(outcome.failure) : outcome?.kind === 'unsure' ? t('unsure') : undefined;
  const save = async () => {
    const end = await change.give({ file: file.file, row: String(row), field, value: typed });
    if (end?.kind === 'done') onEnd();
  };
  return (
    <form
      className="sheet__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        id={id}
        label={t(`column.${field}`)}
        value={typed}
        onValue={setTyped}
        error={error}
        autoComplete="off"
        spellCheck={false}
        isNoLogin
      />
      <div className="form__actions">
        <Button type="submit" small busy={change.isSending}>
          {t('save')}
        </Button>
        <Button tone="line" small onClick={onEnd}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Says that a doubtful row is another person. */
export function KeepButton({ file, row }: { readonly file: PeopleFile; readonly row: number }) {
  const t = useTexts('deskPeopleFiles');
  const wordsOf = useFailureWords();
  const change = useChange('keep-people-row');
  return (
    <>
      <button
        type="button"
        className="link-button small"
        aria-disabled={change.isSending || undefined}
        onClick={() => void change.give({ file: file.file, row: String(row) })}
      >
        {t('keep')}
      </button>
      {change.outcome?.kind === 'refused' ? <span role="alert">{wordsOf(change.outcome.failure)}</span> : null}
    </>
  );
}
