import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { type Message, processorName, type Purchase, useAmountColumn } from './use-connections.ts';

type ToldProps = { readonly told: readonly Message[]; readonly facts: Purchase; readonly isAsked: boolean };

/** Told events of a purchase, and what we did with each. */
export function ToldPart({ told, facts, isAsked }: ToldProps) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const amount = useAmountColumn();
  // The facts have the result of the first ask.
  const isOne = told.filter(({ kind }) => kind === 'decided').length === 1;
  const result = isOne && facts.told !== '' ? facts : undefined;
  return (
    <div className="story__part">
      <h3>{t(isAsked ? 'story.toldAfter' : 'story.told')}</h3>
      {told.length === 0 ? <NothingTold of={facts} /> : null}
      {told.length > 0 ? (
        <RowsTable
          label={t('story.told')}
          rows={told.map((row, place) => ({ ...row, place }))}
          keyOf={({ place }) => String(place)}
          columns={[
            {
              key: 'told',
              head: t('told.what'),
              render: (row) => (
                <>
                  <ToldWords of={row} result={result} />
                  <span className="connections__sub">
                    {t('told.at', { day: format.dateOf(row.at), time: format.secondOf(row.at) })}
                  </span>
                </>
              ),
            },
            amount,
            { key: 'did', head: t('told.did'), render: (row) => <DidWords of={row} /> },
          ]}
        />
      ) : null}
    </div>
  );
}

/** Whether the result is still asked for. */
function NothingTold({ of: { processor, asksAgain, unconfirmed } }: { readonly of: Purchase }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const name = processorName(processor);
  if (unconfirmed === 'yes') return <p className="small">{t('story.unconfirmed', { processor: name })}</p>;
  if (asksAgain === '') return <p className="small">{t('story.nothing')}</p>;
  return <p className="small">{t('story.asksAgain', { processor: name, at: format.momentIn(asksAgain) })}</p>;
}

function ToldWords({ of: { kind }, result }: { readonly of: Message; readonly result: Purchase | undefined }) {
  const t = useTexts('deskConnections');
  if (kind !== 'decided' || !result) return <>{t(`told.${kind}`)}</>;
  const { told, decidedBy } = result;
  const by = decidedBy === '' || decidedBy === 'us' ? '' : t(`by.${decidedBy}`);
  return <>{by === '' ? t(`decided.${told}`) : t('decided.by', { decided: t(`decided.${told}`), by })}</>;
}

function DidWords({ of: { outcome, did, waitsFor, tries, next } }: { readonly of: Message }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  if (waitsFor !== '') {
    return (
      <>
        <Tag tone="warn">{t(`why.${waitsFor}`)}</Tag>
        <span className="connections__sub">
          {next === '' ? t('told.never') : t('told.tried', { count: tries, at: format.momentIn(next) })}
        </span>
      </>
    );
  }
  const special = `did.${outcome}.${did}`;
  const key = outcome === '' ? 'told.running' : t.has(special) ? special : `did.${outcome}`;
  return <>{t(key, { code: did })}</>;
}
