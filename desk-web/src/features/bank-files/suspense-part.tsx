import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { DepositForm } from './deposit-form.tsx';
import { EVERY_MS, type InSuspense } from './use-bank-files.ts';

const keyOf = ({ answer, line }: InSuspense) => `${answer}/${line}`;

/** Money of unknown origin in the books, with the candidates for each line. */
export function SuspensePart() {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const looked = useCommand('suspense', {}, { everyMs: EVERY_MS });
  const [chosen, setChosen] = useState<InSuspense>();
  return (
    <Pane title={t('suspense.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('suspense.none')}>
        {(rows) => (
          <RowsTable
            label={t('suspense.title')}
            rows={rows}
            keyOf={keyOf}
            isCurrent={(row) => chosen !== undefined && keyOf(row) === keyOf(chosen)}
            columns={[
              {
                key: 'line',
                head: t('suspense.line'),
                render: ({ kind, reason, goesBack }) => (
                  <>
                    <span className="strong">{t(`kind.${kind}`)}</span>
                    <span className="bank__sub">{reason}</span>
                    {goesBack === '' ? null : (
                      <span className="bank__sub">
                        {t('suspense.goesBack', { day: format.dateOf(`${goesBack}T02:00:00Z`) })}
                      </span>
                    )}
                  </>
                ),
              },
              {
                key: 'from',
                head: t('suspense.from'),
                render: ({ for: to, from, reference }) => (
                  <>
                    <span className="figures">{to}</span>
                    <span className="bank__sub bank__quote">
                      {[from, reference].filter((words) => words !== '').join(' · ')}
                    </span>
                  </>
                ),
              },
              { key: 'amount', head: t('files.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
              {
                key: 'perhaps',
                head: t('suspense.candidates'),
                render: ({ perhaps, person, because }) =>
                  perhaps === '' ? null : (
                    <>
                      <span>{t('suspense.perhaps', { person: person === '' ? perhaps : person })}</span>
                      <span className="bank__sub">
                        {[person === '' ? '' : perhaps, because].filter(Boolean).join(', ')}
                      </span>
                    </>
                  ),
              },
              {
                key: 'act',
                head: '',
                isTight: true,
                render: (row) => (
                  <Button tone="line" small aria-expanded={chosen === row} onClick={() => setChosen(row)}>
                    {t(`suspense.act.${row.kind === 'deposit' ? 'match' : 'choose'}`)}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </LookedPart>
      {chosen ? (
        <div className="bank__act">
          <SuspenseForm key={keyOf(chosen)} of={chosen} />
        </div>
      ) : null}
    </Pane>
  );
}

function SuspenseForm({ of }: { readonly of: InSuspense }) {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const given = { answer: of.answer, line: String(of.line) };
  const amount = format.money(of.amount);
  if (of.kind === 'return') return <ReturnForm of={of} />;
  if (of.kind === 'debitReturn') {
    return (
      <CommandForm name="charge-suspense" given={given} action={t('suspense.charge')}>
        <p>{t('suspense.chargeText', { amount })}</p>
      </CommandForm>
    );
  }
  return <DepositForm of={of} />;
}

/** A return of several payers: one of its candidates is chosen. */
function ReturnForm({ of }: { readonly of: InSuspense }) {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const given = { answer: of.answer, line: String(of.line) };
  const looked = useCommand('return-candidates', given);
  const [payment, setPayment] = useState('');
  return (
    <div className="stack">
      <p>{t('candidates.text', { amount: format.money(of.amount) })}</p>
      <LookedPart of={looked} empty={t('candidates.none')}>
        {(rows) => (
          <RowsTable
            label={t('suspense.candidates')}
            rows={rows}
            keyOf={(row) => row.payment}
            wayOf={(row) => ({ onOpen: () => setPayment(row.payment) })}
            isCurrent={(row) => row.payment === payment}
            columns={[
              { key: 'payer', head: t('candidates.payer'), render: ({ payer }) => payer },
              { key: 'account', head: t('candidates.account'), isTight: true, render: ({ account }) => account },
              { key: 'reference', head: t('candidates.reference'), render: ({ reference }) => reference },
              {
                key: 'sent',
                head: t('candidates.sent'),
                isTight: true,
                render: ({ sent }) => format.dateOf(`${sent}T02:00:00Z`),
              },
            ]}
          />
        )}
      </LookedPart>
      {payment === '' ? null : (
        <CommandForm key={payment} name="return-to-payer" given={{ ...given, payment }} action={t('candidates.give')} />
      )}
    </div>
  );
}
