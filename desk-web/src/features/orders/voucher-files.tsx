import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { useBrandChoice } from '../../ui/use-brand-choice.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';

const TONES: Readonly<Record<string, TagTone>> = { Waiting: 'warn', Taken: 'ok' };

/** Files of a printer that were read: compared with the delivery note, and taken by two people. */
export function VoucherFiles() {
  const maySend = useDefinition('send-voucher-file')?.mayGive === true;
  return (
    <>
      <FileList />
      {maySend ? <SendPane /> : null}
    </>
  );
}

/** Sends a file of the printer to be read. */
function SendPane() {
  const t = useTexts('deskOrders');
  const { brand, field } = useBrandChoice();
  return (
    <Pane title={t('files.send')}>
      <div className="form">
        <p className="quiet">{t('files.sendText')}</p>
        {field}
        {brand === '' ? null : (
          <CommandForm
            key={brand}
            name="send-voucher-file"
            given={{ brand }}
            action={t('files.sendAction')}
            tone="line"
          />
        )}
      </div>
    </Pane>
  );
}

function FileList() {
  const t = useTexts('deskOrders');
  const format = useDeskFormat();
  const looked = useCommand('voucher-imports', {});
  const [chosen, setChosen] = useState('');
  const waiting = looked.rows?.find((file) => file.import === chosen && file.state === 'Waiting');
  return (
    <Pane title={t('files.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('files.none')}>
        {(rows) => (
          <RowsTable
            label={t('files.title')}
            rows={rows}
            keyOf={(file) => file.import}
            wayOf={(file) => (file.state === 'Waiting' ? { onOpen: () => setChosen(file.import) } : undefined)}
            isCurrent={(file) => file.import === chosen}
            columns={[
              {
                key: 'file',
                head: t('files.file'),
                render: ({ vouchers, brand, read }) => (
                  <>
                    <span>{t('files.vouchers', { count: vouchers, vouchers: format.count(vouchers) })}</span>
                    <span className="orders__sub">{[brand, format.momentIn(read)].join(' · ')}</span>
                  </>
                ),
              },
              {
                key: 'state',
                head: t('column.state'),
                isTight: true,
                render: ({ state }) => <Tag tone={TONES[state] ?? 'plain'}>{t(`files.state.${state}`)}</Tag>,
              },
              { key: 'amount', head: t('column.value'), isFigure: true, render: ({ amount }) => format.money(amount) },
            ]}
          />
        )}
      </LookedPart>
      {waiting ? (
        <div className="pane__body stack" key={waiting.import}>
          <CommandForm
            name="take-vouchers"
            given={{ import: waiting.import }}
            action={t('files.take', { amount: format.money(waiting.amount) })}
          >
            <p>{t('files.takeText')}</p>
          </CommandForm>
          <CommandForm name="drop-vouchers" given={{ import: waiting.import }} action={t('files.drop')} tone="line">
            <p className="quiet">{t('files.dropText')}</p>
          </CommandForm>
        </div>
      ) : null}
    </Pane>
  );
}
