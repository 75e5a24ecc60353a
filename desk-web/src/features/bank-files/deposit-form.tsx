import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { groupedAccount } from '../../ui/grouped-account.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import type { InSuspense } from './use-bank-files.ts';

type Candidate = RowOf<'deposit-candidates'>;

/** A deposit without an account: the accounts that it may be meant for, of which a person chooses one, or another. */
export function DepositForm({ of }: { readonly of: InSuspense }) {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const [chosen, setChosen] = useState<Candidate>();
  const [isOther, setOther] = useState(false);
  const given = { answer: of.answer, line: String(of.line) };
  const looked = useCommand('deposit-candidates', given);
  const amount = format.money(of.amount);
  const isNone = isOther || looked.rows?.length === 0;
  return (
    <div className="stack">
      <p>{t('deposit.text', { amount, number: of.for, from: of.from })}</p>
      <LookedPart of={looked} empty={t('deposit.none')}>
        {(rows) => (
          <RowsTable
            label={t('suspense.candidates')}
            rows={rows}
            keyOf={({ account }) => account}
            wayOf={(row) => ({
              onOpen: () => {
                setChosen(row);
                setOther(false);
              },
            })}
            isCurrent={({ account }) => !isOther && account === chosen?.account}
            columns={[
              {
                key: 'account',
                head: t('candidates.account'),
                isTight: true,
                render: ({ account }) => groupedAccount(account),
              },
              { key: 'name', head: t('deposit.person'), render: ({ person, name }) => personLink(person, name) },
              { key: 'because', head: t('deposit.because'), render: ({ because }) => because },
            ]}
          />
        )}
      </LookedPart>
      {looked.rows?.length && !isOther ? (
        <p>
          <Button tone="text" onClick={() => setOther(true)}>
            {t('suspense.other')}
          </Button>
        </p>
      ) : null}
      {isNone || chosen ? (
        <CommandForm
          key={isNone ? '' : chosen?.account}
          name="release-suspense"
          given={{ ...given, ...(!isNone && chosen && { account: chosen.account }) }}
          action={t('suspense.release')}
        >
          <p>
            {isNone || !chosen
              ? t('suspense.releaseText', { amount })
              : t('deposit.release', { amount, account: groupedAccount(chosen.account), person: chosen.name })}
          </p>
        </CommandForm>
      ) : null}
    </div>
  );
}
