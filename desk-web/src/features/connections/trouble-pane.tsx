import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { useState } from 'react';
import { type Connection, EVERY_MS, wayOfPurchase, useAmountColumn } from './use-connections.ts';

/** Told events that no one could carry out, and approvals that the processor has not confirmed. */
export function TroublePane({ of: { connection, number } }: { readonly of: Connection }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const amount = useAmountColumn();
  const [page, setPage] = useState(1);
  const looked = useCommand('processor-trouble', { connection, page: String(page) }, { everyMs: EVERY_MS });
  return (
    <Pane title={t('trouble.title')} aside={<Amount of={looked} />} isPadded={false}>
      <LookedPart of={looked} empty={t('trouble.none')}>
        {(rows) => (
          <RowsTable
            label={t('trouble.title')}
            rows={rows.map((row, place) => ({ ...row, place }))}
            keyOf={({ place, purchase, kind }) => `${place} ${purchase} ${kind}`}
            wayOf={({ purchase }) => ({ to: wayOfPurchase(number, purchase) })}
            columns={[
              {
                key: 'told',
                head: t('trouble.told'),
                render: ({ kind, why, shop, card, purchase, since, next }) => (
                  <>
                    <span>{t('trouble.what', { told: t(`told.${kind}`), why: t(`why.${why}`) })}</span>
                    <span className="connections__sub">
                      {[
                        shop,
                        why === 'card' && card !== '' ? t('trouble.card', { card }) : purchase,
                        format.momentOf(since),
                        next === '' ? t('trouble.never') : t('trouble.next', { at: format.momentIn(next) }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </>
                ),
              },
              amount,
            ]}
          />
        )}
      </LookedPart>
      <PageButtons
        before={page > 1 && { label: t('pages.before'), onPress: () => setPage(page - 1) }}
        next={looked.hasMore && { label: t('pages.next'), onPress: () => setPage(page + 1) }}
      />
    </Pane>
  );
}

function Amount({
  of: { rows, hasMore },
}: {
  readonly of: { readonly rows: readonly unknown[] | undefined; readonly hasMore: boolean };
}) {
  const format = useDeskFormat();
  if (!rows || rows.length === 0) return null;
  return <span className="quiet">{`${format.count(rows.length)}${hasMore ? '+' : ''}`}</span>;
}
