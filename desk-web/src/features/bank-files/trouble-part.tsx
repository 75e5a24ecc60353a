import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { EVERY_MS } from './use-bank-files.ts';

/** Kinds that a member of staff closes; the others end by themselves. */
const BY_HAND: ReadonlySet<string> = new Set(['misnamed', 'refused', 'unread', 'statementRefused']);

/** Problems that hold back files in either direction. Nothing is shown without a problem. */
export function TroublePart() {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const looked = useCommand('bank-trouble', {}, { everyMs: EVERY_MS });
  const [closing, setClosing] = useState('');
  if (looked.rows?.length === 0 && !looked.failure) return null;
  return (
    <Pane title={t('trouble.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('trouble.none')}>
        {(rows) => (
          <RowsTable
            label={t('trouble.title')}
            rows={rows}
            keyOf={({ trouble }) => trouble}
            columns={[
              {
                key: 'kind',
                head: t('trouble.kind'),
                render: ({ kind }) => <span className="strong">{t(`trouble.${kind}`)}</span>,
              },
              { key: 'file', head: t('files.file'), render: ({ file }) => <span className="mono">{file}</span> },
              { key: 'reason', head: t('trouble.reason'), render: ({ reason }) => reason },
              { key: 'since', head: t('trouble.since'), isTight: true, render: ({ since }) => format.momentOf(since) },
              {
                key: 'act',
                head: '',
                isTight: true,
                render: ({ kind, trouble }) =>
                  BY_HAND.has(kind) ? (
                    <Button tone="line" small onClick={() => setClosing(trouble)}>
                      {t('trouble.close')}
                    </Button>
                  ) : null,
              },
            ]}
          />
        )}
      </LookedPart>
      {closing === '' ? null : (
        <div className="bank__act">
          <CommandForm key={closing} name="close-bank-trouble" given={{ trouble: closing }} action={t('trouble.close')}>
            <p>{t('trouble.closeText')}</p>
          </CommandForm>
        </div>
      )}
    </Pane>
  );
}
