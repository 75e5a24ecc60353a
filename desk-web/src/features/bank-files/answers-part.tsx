import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ANSWER_TONES, EVERY_MS } from './use-bank-files.ts';

/** Files from the bank: returns, results, deposits. A large one waits for two people. */
export function AnswersPart() {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const looked = useCommand('bank-answers', {}, { everyMs: EVERY_MS });
  const [taking, setTaking] = useState('');
  return (
    <Pane title={t('answers.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('answers.none')}>
        {(rows) => (
          <RowsTable
            label={t('answers.title')}
            rows={rows}
            keyOf={({ answer }) => answer}
            columns={[
              {
                key: 'name',
                head: t('files.file'),
                render: ({ name, kind }) => (
                  <>
                    <span className="mono">{name}</span>
                    <span className="bank__sub">{t(`answers.kind.${kind}`)}</span>
                  </>
                ),
              },
              { key: 'lines', head: t('answers.lines'), isFigure: true, render: ({ lines }) => lines },
              { key: 'amount', head: t('files.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
              { key: 'read', head: t('answers.read'), isTight: true, render: ({ read }) => format.momentOf(read) },
              {
                key: 'suspense',
                head: t('answers.suspense'),
                isFigure: true,
                render: ({ suspense }) => (suspense === 0 ? '' : suspense),
              },
              {
                key: 'state',
                head: t('answers.state'),
                render: ({ state, reason, answer }) => (
                  <>
                    <Tag tone={ANSWER_TONES[state] ?? 'plain'}>{t(`answers.${state}`)}</Tag>
                    {reason === '' ? null : <span className="bank__sub">{reason}</span>}
                    {state === 'Waiting' ? (
                      <Button tone="line" small onClick={() => setTaking(answer)}>
                        {t('answers.take')}
                      </Button>
                    ) : null}
                  </>
                ),
              },
            ]}
          />
        )}
      </LookedPart>
      {taking === '' ? null : (
        <div className="bank__act">
          <CommandForm key={taking} name="take-bank-answer" given={{ answer: taking }} action={t('answers.take')}>
            <p>{t('answers.takeText')}</p>
          </CommandForm>
        </div>
      )}
    </Pane>
  );
}
