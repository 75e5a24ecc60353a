import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { type Looked, useCommand, usePageNumber } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { EVERY_MS, FILE_TONES } from './use-bank-files.ts';

type Next = RowOf<'next-bank-files'>;

type Line = {
  readonly key: string;
  readonly name: string;
  readonly method: string;
  readonly payments: number;
  readonly amount: string;
  /** When it closes, or when it was made, sent and answered; empty for a step that is still to come. */
  readonly made: string;
  readonly sent: string;
  readonly answered: string;
  readonly state: string;
  /** The file that may be sent again. */
  readonly unsure: string;
};

/** The next files, which are open until their cut-off, and those that were made. */
export function FilesPart({ next }: { readonly next: Looked<Next> }) {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const page = usePageNumber();
  const made = useCommand('bank-files', page > 1 ? { page: String(page) } : {}, { everyMs: EVERY_MS });
  const [again, setAgain] = useState('');
  const open: readonly Line[] = (page === 1 ? (next.rows ?? []) : []).map((one) => ({
    key: `next ${one.method}`,
    name: t('files.next'),
    method: one.method,
    payments: one.payments,
    amount: one.amount,
    made: one.closes,
    sent: '',
    answered: '',
    state: 'Open',
    unsure: '',
  }));
  const looked: Looked<Line> = {
    ...made,
    rows: made.rows && [
      ...open,
      ...made.rows.map((one) => ({
        key: one.file,
        name: one.name,
        method: one.method,
        payments: one.payments,
        amount: one.amount,
        made: one.made,
        sent: one.sent,
        answered: one.answered,
        state: one.unsure ? 'Unsure' : one.state,
        unsure: one.unsure ? one.file : '',
      })),
    ],
  };
  return (
    <Pane title={t('files.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('files.none')}>
        {(rows) => (
          <RowsTable
            label={t('files.title')}
            rows={rows}
            keyOf={({ key }) => key}
            columns={[
              {
                key: 'name',
                head: t('files.file'),
                render: ({ name, method, state }) => (
                  <>
                    <span className={state === 'Open' ? 'strong' : 'mono'}>{name}</span>
                    <span className="bank__sub">{t(`method.${method}`)}</span>
                  </>
                ),
              },
              { key: 'payments', head: t('files.payments'), isFigure: true, render: ({ payments }) => payments },
              { key: 'amount', head: t('files.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
              {
                key: 'made',
                head: t('files.made'),
                isTight: true,
                render: ({ made: at, state }) =>
                  state === 'Open' ? t('files.closes', { at: format.momentIn(at) }) : format.momentOf(at),
              },
              {
                key: 'sent',
                head: t('files.sent'),
                isTight: true,
                render: ({ sent }) => (sent === '' ? '–' : format.momentOf(sent)),
              },
              {
                key: 'state',
                head: t('files.bank'),
                render: ({ state, answered, unsure }) => (
                  <>
                    <Tag tone={FILE_TONES[state] ?? 'plain'}>
                      {answered === ''
                        ? t(`files.state.${state}`)
                        : t('files.stateAt', { state: t(`files.state.${state}`), at: format.momentIn(answered) })}
                    </Tag>
                    {unsure === '' ? null : (
                      <Button tone="line" small onClick={() => setAgain(unsure)}>
                        {t('files.sendAgain')}
                      </Button>
                    )}
                  </>
                ),
              },
            ]}
          />
        )}
      </LookedPart>
      {again === '' ? null : (
        <div className="bank__act">
          <CommandForm key={again} name="send-bank-file" given={{ file: again }} action={t('files.sendAgain')}>
            <p>{t('files.sendAgainText')}</p>
          </CommandForm>
        </div>
      )}
      <Pager page={page} hasMore={made.hasMore} />
    </Pane>
  );
}
