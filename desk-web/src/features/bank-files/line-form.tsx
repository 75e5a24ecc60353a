import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';

type Line = Pick<RowOf<'unmatched'>, 'line' | 'amount' | 'candidates'>;

/**
 * Posts a line that is missing in the books: with a chosen line of the other statement, or as a fee. If the books have
 * it under another name, it is paired by hand.
 */
export function LineForm({ of: { line, amount, candidates } }: { readonly of: Line }) {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const [chosen, setChosen] = useState<RowOf<'line-candidates'>>();
  const [isFee, setFee] = useState(candidates === '');
  const [isPaired, setPaired] = useState(false);
  const looked = useCommand('line-candidates', { line }, { isOff: candidates === '' });
  const sum = format.money(amount);
  if (isPaired) {
    return (
      <CommandForm
        name="pair-statement-line"
        given={{ line }}
        action={t('unmatched.pair')}
        aside={
          <Button tone="text" onClick={() => setPaired(false)}>
            {t('unmatched.toPost')}
          </Button>
        }
      >
        <p>{t('unmatched.pairText', { amount: sum })}</p>
      </CommandForm>
    );
  }
  const toPair = (
    <Button tone="text" onClick={() => setPaired(true)}>
      {t('unmatched.isInBooks')}
    </Button>
  );
  if (isFee) {
    return (
      <CommandForm
        name="post-statement-line"
        given={{ line, type: 'fee' }}
        without={['with']}
        action={t('unmatched.postAsFee')}
        aside={
          <>
            {candidates === '' ? null : (
              <Button tone="text" onClick={() => setFee(false)}>
                {t('unmatched.toCandidates')}
              </Button>
            )}
            {toPair}
          </>
        }
      >
        <p>{t('unmatched.postFee', { amount: sum })}</p>
      </CommandForm>
    );
  }
  return (
    <div className="stack">
      <p>{t('unmatched.chooseOther', { amount: sum })}</p>
      <LookedPart of={looked} empty={t('unmatched.noCandidate')}>
        {(rows) => (
          <RowsTable
            label={t('suspense.candidates')}
            rows={rows}
            keyOf={(row) => row.line}
            wayOf={(row) => ({ onOpen: () => setChosen(row) })}
            isCurrent={(row) => row.line === chosen?.line}
            columns={[
              {
                key: 'account',
                head: t('unmatched.side'),
                render: (row) => (
                  <>
                    <span>{t(`account.${row.account}`)}</span>
                    <span className="bank__sub bank__quote">
                      {[row.words, row.reference].filter((words) => words !== '').join(' · ')}
                    </span>
                  </>
                ),
              },
              {
                key: 'day',
                head: t('unmatched.day'),
                isTight: true,
                render: ({ day }) => format.dateOf(`${day}T02:00:00Z`),
              },
              { key: 'amount', head: t('files.amount'), isFigure: true, render: (row) => format.money(row.amount) },
            ]}
          />
        )}
      </LookedPart>
      {chosen ? (
        <CommandForm
          key={chosen.line}
          name="post-statement-line"
          given={{ line, type: 'net', with: chosen.line }}
          action={t('unmatched.postAsNet')}
        >
          <p>{t('unmatched.postNet', { amount: sum, account: t(`account.${chosen.account}`) })}</p>
        </CommandForm>
      ) : null}
      <Button tone="text" onClick={() => setFee(true)}>
        {t('unmatched.isFee')}
      </Button>
      {toPair}
    </div>
  );
}
