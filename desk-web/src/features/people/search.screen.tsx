import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { Link, useLocation } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import type { Searched } from '../../search/typed-search.ts';
import './people.css';

/**
 * Results of a search for people. The search text is in the state of the history and not in the address, so that the
 * address names no one.
 */
export function SearchScreen() {
  const t = useTexts('deskPeople');
  const { state } = useLocation();
  const words = (state as Searched | null)?.words ?? '';
  const isOpen = isBlank(words);
  return (
    <>
      <PageHead
        title={t('search.title')}
        lead={isOpen ? t('search.lead') : t('search.for', { words })}
        actions={
          <Link className="button button--line" to="/people-files">
            {t('byFile')}
          </Link>
        }
      />
      {isOpen ? null : <Results key={words} words={words} />}
    </>
  );
}

function Results({ words }: { readonly words: string }) {
  const t = useTexts('deskPeople');
  const [page, setPage] = useState(1);
  const looked = useCommand('search', { text: words, page: String(page) });
  return (
    <Pane title={t('search.found')} isPadded={false}>
      <LookedPart of={looked} empty={t('search.none')}>
        {(rows) => <ResultTable rows={rows} />}
      </LookedPart>
      <PageButtons
        before={page > 1 && { label: t('before'), onPress: () => setPage(page - 1) }}
        next={looked.hasMore && { label: t('next'), onPress: () => setPage(page + 1) }}
      />
    </Pane>
  );
}

function ResultTable({ rows }: { readonly rows: readonly RowOf<'search'>[] }) {
  const t = useTexts('deskPeople');
  return (
    <RowsTable
      label={t('search.found')}
      rows={rows}
      keyOf={({ person, card }) => person || card}
      wayOf={({ person }) => (person === '' ? undefined : { to: `/people/${person.slice('holder:'.length)}` })}
      columns={[
        { key: 'name', head: t('column.name'), render: ({ name }) => name || t('search.noHolder') },
        {
          key: 'by',
          head: t('column.foundBy'),
          render: ({ by, match }) => <TwoLines first={t(`by.${by}`)} second={match} />,
        },
        {
          key: 'contact',
          head: t('column.contact'),
          render: ({ email, mobile }) => <TwoLines first={email} second={mobile} />,
        },
        { key: 'accounts', head: t('column.account'), render: ({ accounts }) => accounts },
        { key: 'cards', head: t('column.cards'), render: ({ cards }) => cards },
        { key: 'brand', head: t('column.brand'), isTight: true, render: ({ brand }) => brand },
      ]}
    />
  );
}

function TwoLines({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <>
      <span>{first}</span>
      {second === '' ? null : <span className="people__sub">{second}</span>}
    </>
  );
}
