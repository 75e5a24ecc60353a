import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { Select } from '@wattle/web/ui/fields/select.tsx';
import { ConfirmDialog } from '@wattle/web/ui/confirm-dialog.tsx';
import { useId, useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useChange } from '../../calls/use-change.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { Pane } from '../../ui/pane.tsx';
import { useFailureWords } from '../../ui/refusal-words.ts';
import { useSavedFile } from '../../ui/use-saved-file.tsx';
import { hasMoney, leftOut, type PeopleFile } from './use-people-files.ts';

/** The request to add the good rows, or the results of a file that is done. */
export function AskPart({ file }: { readonly file: PeopleFile }) {
  const mayAsk = useDefinition('add-people')?.mayGive === true;
  if (file.state === 'Done') return <ResultsPane file={file} />;
  return file.state === 'Ready' && mayAsk ? <AskPane file={file} /> : null;
}

/** Accounts of the programme that opening balances may come from. */
const MONEY = ['received', 'goodwill'] as const;

function AskPane({ file }: { readonly file: PeopleFile }) {
  const t = useTexts('deskPeopleFiles');
  const format = useDeskFormat();
  const rows = { count: file.good, rows: format.count(file.good) };
  const others = leftOut(file);
  const id = useId();
  const [money, setMoney] = useState<(typeof MONEY)[number]>('received');
  if (file.good === 0) {
    return (
      <Pane title={t('ask.title')}>
        <p>{t('ask.none')}</p>
        <DropButton file={file} />
      </Pane>
    );
  }
  return (
    <Pane title={t('ask.title')}>
      <CommandForm
        // Another version is another request.
        key={file.version}
        name="add-people"
        given={{ file: file.file, version: String(file.version), money }}
        action={t('ask.action', rows)}
        aside={<DropButton file={file} />}
      >
        <p>{t('ask.text', rows)}</p>
        {hasMoney(file) ? (
          <Select
            id={id}
            label={t('ask.money')}
            value={money}
            onValue={(value) => setMoney(MONEY.find((one) => one === value) ?? 'received')}
            options={MONEY.map((value) => ({ value, label: t(`ask.money.${value}`) }))}
          />
        ) : null}
        {others > 0 ? <p className="quiet">{t('ask.leftOut', { count: others, rows: format.count(others) })}</p> : null}
      </CommandForm>
    </Pane>
  );
}

function DropButton({ file }: { readonly file: PeopleFile }) {
  const t = useTexts('deskPeopleFiles');
  const wordsOf = useFailureWords();
  const [isAsked, setAsked] = useState(false);
  const change = useChange('drop-people-file');
  const drop = async () => {
    const end = await change.give({ file: file.file });
    if (end?.kind === 'done') setAsked(false);
  };
  return (
    <>
      <Button tone="line" onClick={() => setAsked(true)}>
        {t('drop.action')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('drop.title', { name: file.name })}
          action={t('drop.action')}
          leave={t('drop.leave')}
          isDangerous
          busy={change.isSending}
          error={change.outcome?.kind === 'refused' ? wordsOf(change.outcome.failure) : undefined}
          onConfirm={() => void drop()}
          onCancel={() => setAsked(false)}
        >
          {t('drop.text')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function ResultsPane({ file }: { readonly file: PeopleFile }) {
  const t = useTexts('deskPeopleFiles');
  const saved = useSavedFile('people-file-results');
  return (
    <Pane title={t('results.title')}>
      <div className="form">
        <p>{t('results.text')}</p>
        {saved.failure}
        <div className="form__actions">
          <Button onClick={() => void saved.save({ file: file.file })}>{t('results.action')}</Button>
        </div>
      </div>
    </Pane>
  );
}
