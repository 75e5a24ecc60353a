import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { EVERY_MS } from './use-bank-files.ts';

const isZero = (dollars: string) => Number(dollars) === 0;

/** Accounts of the books, with what they consist of and with the statements of the other parties. */
export function AddsUp() {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const onItsWay = useCommand('reconcile', {}, { everyMs: EVERY_MS });
  const others = useCommand('differences', {}, { everyMs: EVERY_MS });
  const tone = (dollars: string) => (isZero(dollars) ? 'money-in' : 'money-out');
  return (
    <>
      <Pane title={t('addsUp.title')} isPadded={false}>
        <LookedPart of={others} empty={t('addsUp.noStatement')}>
          {(rows) => (
            <RowsTable
              label={t('addsUp.title')}
              rows={rows}
              keyOf={({ account }) => account}
              wayOf={({ account }) => ({ to: `/bank-files/statements/${account}` })}
              columns={[
                {
                  key: 'account',
                  head: t('addsUp.account'),
                  render: ({ account, until }) => (
                    <>
                      <span>{t(`account.${account}`)}</span>
                      <span className="bank__sub">
                        {t('addsUp.until', { day: format.dateOf(`${until}T02:00:00Z`) })}
                      </span>
                    </>
                  ),
                },
                {
                  key: 'statement',
                  head: t('addsUp.statement'),
                  isFigure: true,
                  render: ({ statement }) => (statement === '' ? '–' : format.money(statement)),
                },
                { key: 'books', head: t('addsUp.books'), isFigure: true, render: ({ books }) => format.money(books) },
                {
                  key: 'difference',
                  head: t('addsUp.difference'),
                  isFigure: true,
                  render: ({ difference, unexplained }) =>
                    difference === '' ? (
                      '–'
                    ) : (
                      <>
                        <span className={tone(difference)}>{format.money(difference)}</span>
                        {isZero(unexplained) ? null : (
                          <span className="bank__sub">
                            {t('addsUp.unexplained', { amount: format.money(unexplained) })}
                          </span>
                        )}
                      </>
                    ),
                },
              ]}
            />
          )}
        </LookedPart>
      </Pane>
      <Pane title={t('onItsWay.title')} isPadded={false}>
        <LookedPart of={onItsWay} empty={t('onItsWay.none')}>
          {(rows) => (
            <RowsTable
              label={t('onItsWay.title')}
              rows={rows}
              keyOf={({ account }) => account}
              columns={[
                {
                  key: 'account',
                  head: t('addsUp.account'),
                  render: ({ account, payments }) => (
                    <>
                      <span>{t(`account.${account}`)}</span>
                      <span className="bank__sub">{t('onItsWay.count', { count: payments })}</span>
                    </>
                  ),
                },
                {
                  key: 'balance',
                  head: t('addsUp.books'),
                  isFigure: true,
                  render: ({ balance }) => format.money(balance),
                },
                {
                  key: 'difference',
                  head: t('addsUp.difference'),
                  isFigure: true,
                  render: ({ difference }) => <span className={tone(difference)}>{format.money(difference)}</span>,
                },
              ]}
            />
          )}
        </LookedPart>
      </Pane>
    </>
  );
}
