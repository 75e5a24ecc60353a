import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { PaymentState } from './payment-state.tsx';
import { EVERY_MS, type Payment } from './use-payments.ts';

/** One payment, with links to the line of the file that carried it and to the line that answered it. */
export function PaymentScreen() {
  const t = useTexts('deskPayments');
  const format = useDeskFormat();
  const { receipt = '' } = useParams();
  const found = useCommand('payments', { receipt }, { everyMs: EVERY_MS });
  const way = useCommand('payment', { receipt }, { everyMs: EVERY_MS });
  const [payment] = found.rows ?? [];
  const title = payment ? t('one.title', { amount: format.money(payment.amount), to: payment.to }) : t('one.untitled');
  return (
    <>
      <PageHead
        title={title}
        trail={<Link to="/payments">{t('title')}</Link>}
        tags={payment ? <PaymentState of={payment} /> : undefined}
      />
      <div className="cols">
        <div className="col-8">
          <Pane title={t('way.title')} isPadded={false}>
            <LookedPart of={way} empty={t('nothingFound')}>
              {(rows) => (
                <RowsTable
                  label={t('way.title')}
                  rows={rows.map((row, place) => ({ ...row, place }))}
                  keyOf={({ place }) => String(place)}
                  columns={[
                    { key: 'step', head: t('way.step'), render: ({ step }) => t(`step.${step}`) },
                    {
                      key: 'at',
                      head: t('way.at'),
                      isTight: true,
                      render: ({ at, step, words }) => {
                        if (at !== '') return format.momentOf(at);
                        return step === 'counts' ? format.dateOf(`${words}T02:00:00Z`) : '';
                      },
                    },
                    { key: 'file', head: t('way.file'), render: ({ file }) => <span className="mono">{file}</span> },
                    { key: 'line', head: t('way.line'), isFigure: true, render: ({ line }) => line },
                    {
                      key: 'words',
                      head: t('way.words'),
                      render: ({ step, words }) => <WayWords step={step} words={words} />,
                    },
                  ]}
                />
              )}
            </LookedPart>
          </Pane>
        </div>
        <div className="col-4">
          <Pane title={t('one.facts')}>
            <LookedPart of={found} empty={t('nothingFound')}>
              {([one]) => (one ? <PaymentFacts of={one} /> : null)}
            </LookedPart>
          </Pane>
        </div>
      </div>
    </>
  );
}

function WayWords({ step, words }: { readonly step: string; readonly words: string }) {
  const t = useTexts('deskPayments');
  const isCode = step === 'returned' || step === 'return' || step === 'unpaid';
  if (step === 'counts') return null;
  if (step === 'askedBack') {
    const [reference = ''] = words.split(' ');
    return <Link to={`/disputes/mistaken/${reference}`}>{words}</Link>;
  }
  return <>{isCode && t.has(`why.${words}`) ? t(`why.${words}`) : words}</>;
}

function PaymentFacts({ of }: { readonly of: Payment }) {
  const t = useTexts('deskPayments');
  const format = useDeskFormat();
  const { receipt, amount, payer, account, person, to, by, bank, number, counts } = of;
  return (
    <Facts
      facts={[
        [
          t('column.payment'),
          <span key="receipt" className="mono">
            {receipt}
          </span>,
        ],
        [t('column.amount'), format.money(amount)],
        [t('column.from'), personLink(person, payer)],
        [t('search.account'), account],
        [t('column.to'), to],
        [t('one.destination'), t(`by.${by}`, { bank, number })],
        [t('one.counts'), format.dateOf(`${counts}T02:00:00Z`)],
      ]}
    />
  );
}
