import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type Looked, useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';

const EVERY_MS = 30_000;
const TONES: Readonly<Record<string, TagTone>> = {
  failed: 'bad',
  waiting: 'warn',
  atMaker: 'info',
  printed: 'ok',
  posted: 'info',
  arrived: 'ok',
};

/** A letter or an order of plastic. */
type Ordered = {
  readonly card: string;
  readonly number: string;
  readonly product: string;
  readonly state: string;
  readonly reason: string;
  readonly at: string;
};

/** Letters or plastic that was ordered, the newest first, and why one is not on its way. */
export function OrderedPane({ of }: { readonly of: 'letters' | 'plastic' }) {
  const t = useTexts('deskCards');
  const format = useDeskFormat();
  const page = usePageNumber();
  const input = { ...(page > 1 && { page: String(page) }) };
  const letters = useCommand('card-letters', input, { everyMs: EVERY_MS, isOff: of !== 'letters' });
  const plastic = useCommand('plastic-orders', input, { everyMs: EVERY_MS, isOff: of !== 'plastic' });
  const looked: Looked<Ordered> =
    of === 'plastic'
      ? { ...plastic, rows: plastic.rows?.map(({ ordered, ...row }) => ({ ...row, at: ordered })) }
      : { ...letters, rows: letters.rows?.map(({ made, ...row }) => ({ ...row, at: made })) };
  const objects = looked.rows?.map(({ card }) => card).join(',') ?? '';
  const subjects = useCommand('subjects', { objects }, { isOff: objects === '' });
  const nameOf = (card: string) => {
    const subject = subjects.rows?.find(({ object }) => object === card);
    return subject && subject.name !== '' ? personLink(subject.person, subject.name) : null;
  };
  return (
    <Pane
      title={t(`tab.${of}`)}
      isPadded={false}
      aside={<Link to="/payments?view=givenUp">{t('ordered.givenUp')}</Link>}
    >
      <LookedPart of={looked} empty={t(`ordered.none.${of}`)}>
        {(rows) => (
          <RowsTable
            label={t(`tab.${of}`)}
            rows={rows}
            keyOf={({ card, at }) => card + at}
            columns={[
              {
                key: 'card',
                head: t('column.card'),
                render: ({ card, number, product }) => (
                  <>
                    <span className="figures">{number}</span>
                    <span className="cards__sub">{product}</span>
                    <span className="cards__sub">{nameOf(card)}</span>
                  </>
                ),
              },
              {
                key: 'state',
                head: t('column.state'),
                render: ({ state, reason }) => (
                  <>
                    <Tag tone={TONES[state] ?? 'plain'}>{t(`ordered.${state}`)}</Tag>
                    {reason === '' ? null : (
                      <span className="cards__sub">
                        {t.has(`reason.${reason}`) ? t(`reason.${reason}`) : t('reason.other', { reason })}
                      </span>
                    )}
                  </>
                ),
              },
              { key: 'at', head: t('column.ordered'), isTight: true, render: ({ at }) => format.momentOf(at) },
            ]}
          />
        )}
      </LookedPart>
      <Pager page={page} hasMore={looked.hasMore} />
    </Pane>
  );
}
