import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { ActPane } from '../../ui/act-pane.tsx';
import { CommandForm } from '../../ui/command-form.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { personLink } from '../../ui/person-link.tsx';
import { Tag } from '../../ui/tag.tsx';

type Hit = RowOf<'sanctions-hits'>;

const EVERY_MS = 15_000;

/** Names that are like one of the list: those that wait, or those that were decided. */
export function HitsPart({ isDecided }: { readonly isDecided: boolean }) {
  const t = useTexts('deskSanctions');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand(
    'sanctions-hits',
    { ...(isDecided && { decided: true }), ...(page > 1 && { page: String(page) }) },
    { everyMs: EVERY_MS },
  );
  return (
    <ActPane
      title={t(isDecided ? 'view.decided' : 'view.open')}
      looked={looked}
      page={page}
      empty={t(isDecided ? 'none.decided' : 'none.open')}
      choose={t('choose')}
      keyOf={({ hit }) => hit}
      columns={[
        { key: 'name', head: t('column.name'), render: ({ name }) => <span className="strong">{name}</span> },
        { key: 'listed', head: t('column.listed'), render: ({ listedName }) => listedName },
        {
          key: 'likeness',
          head: t('column.likeness'),
          isFigure: true,
          render: ({ likeness }) => t('percent', { percent: likeness }),
        },
        { key: 'kind', head: t('column.kind'), render: ({ kind }) => t(`kind.${kind}`) },
        isDecided
          ? {
              key: 'state',
              head: t('column.state'),
              render: ({ state }) => <Tag tone={state === 'Confirmed' ? 'bad' : 'ok'}>{t(`state.${state}`)}</Tag>,
            }
          : { key: 'found', head: t('column.found'), isTight: true, render: ({ found }) => format.momentOf(found) },
      ]}
      actOf={(hit) => ({ title: hit.name, words: <HitActs key={hit.hit} of={hit} /> })}
    />
  );
}

/** Command of each decision, and the state that it leads to. */
const DECISIONS = [
  { command: 'clear-hit', key: 'clear', state: 'Cleared', tone: 'main' },
  { command: 'confirm-hit', key: 'confirm', state: 'Confirmed', tone: 'danger' },
] as const;

function HitActs({ of: hit }: { readonly of: Hit }) {
  const t = useTexts('deskSanctions');
  const format = useDeskFormat();
  const [chosen, setChosen] = useState<(typeof DECISIONS)[number]>();
  const may = useDefinition('clear-hit')?.mayGive === true;
  const decided =
    hit.decided === '' ? '' : t('fact.decidedBy', { at: format.momentIn(hit.decided), name: hit.decidedBy });
  return (
    <>
      <Facts
        facts={[
          [t('fact.name'), hit.kind === 'person' ? personLink(hit.object, hit.name) : hit.name],
          [t('fact.born'), hit.born],
          [t('fact.listed'), hit.listedName],
          [t('fact.listedBorn'), hit.listedBorn],
          [t('fact.reference'), hit.reference],
          [t('fact.source'), hit.source],
          [t('fact.likeness'), t('fact.likenessOf', { percent: hit.likeness, least: hit.threshold })],
          [t('fact.state'), hit.state === 'Open' ? t(`waits.${hit.kind}`) : t(`state.${hit.state}`)],
          [t('fact.decided'), decided],
        ]}
      />
      {may && chosen === undefined ? (
        <div className="form__actions">
          {DECISIONS.filter(({ state }) => state !== hit.state).map((one) => (
            <Button key={one.key} tone="line" onClick={() => setChosen(one)}>
              {t(`act.${one.key}`)}
            </Button>
          ))}
        </div>
      ) : null}
      {chosen ? (
        <CommandForm
          name={chosen.command}
          given={{ hit: hit.hit }}
          action={t(`act.${chosen.key}`)}
          tone={chosen.tone}
          aside={
            <Button tone="text" onClick={() => setChosen(undefined)}>
              {t('back')}
            </Button>
          }
        >
          <p>{t(`act.${chosen.key}.text`)}</p>
        </CommandForm>
      ) : null}
    </>
  );
}
