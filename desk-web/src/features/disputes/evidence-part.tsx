import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { useSavedFile } from '../../ui/use-saved-file.tsx';
import { EVERY_MS } from './use-cases.ts';

type EvidencePartProps = { readonly dispute: string; readonly person: string };

/** Files from the cardholder. They are saved and not opened here, because they come from outside. */
export function EvidencePart({ dispute, person }: EvidencePartProps) {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const looked = useCommand('dispute', { dispute }, { everyMs: EVERY_MS });
  const { save, failure } = useSavedFile('dispute-file');
  const files = { ...looked, rows: looked.rows?.filter(({ what }) => what === 'file') };
  return (
    <Pane title={t('evidence.title')} isPadded={false}>
      {failure}
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
                  <Button tone="line" small onClick={() => void save({ dispute, file })}>
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
