import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { giveCommand, newKey, type RowOf } from '../../calls/commands.ts';
import type { Failure } from '../../calls/send.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useFailureWords } from '../../ui/refusal-words.ts';
import { RowsTable } from '../../ui/rows-table.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Say } from '../../ui/say.tsx';
import { EVERY_MS } from './use-cases.ts';

type EvidencePartProps = { readonly dispute: string; readonly person: string };

/** Files from the cardholder. They are saved and not opened here, because they come from outside. */
export function EvidencePart({ dispute, person }: EvidencePartProps) {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const wordsOf = useFailureWords();
  const looked = useCommand('dispute', { dispute }, { everyMs: EVERY_MS });
  const [failure, setFailure] = useState<Failure>();
  const files = { ...looked, rows: looked.rows?.filter(({ what }) => what === 'file') };
  const save = async (file: string) => {
    const answered = await giveCommand<RowOf<'dispute-file'>>('dispute-file', {
      input: { dispute, file },
      key: newKey(),
    });
    setFailure(answered.ok ? undefined : answered.failure);
    const [row] = answered.ok ? answered.value.rows : [];
    if (row) saveFile(row);
  };
  return (
    <Pane title={t('evidence.title')} isPadded={false}>
      {failure ? (
        <Say tone="bad" isNews>
          {wordsOf(failure)}
        </Say>
      ) : null}
      <LookedPart of={files} empty={t('evidence.none')}>
        {(rows) => (
          <RowsTable
            label={t('evidence.title')}
            rows={rows}
            keyOf={({ file }) => file}
            columns={[
              {
                key: 'file',
                head: t('evidence.file'),
                render: ({ words }) => <span className="disputes__words">{words}</span>,
              },
              { key: 'from', head: t('evidence.from'), render: () => person },
              { key: 'at', head: t('evidence.added'), isTight: true, render: ({ at }) => format.momentOf(at) },
              {
                key: 'open',
                head: '',
                isTight: true,
                render: ({ file }) => (
                  <Button tone="line" small onClick={() => void save(file)}>
                    {t('evidence.save')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </LookedPart>
    </Pane>
  );
}
