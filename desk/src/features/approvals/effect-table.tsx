import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../parts/format.ts';
import { FailedPart } from '../../parts/looked.tsx';
import { RowsTable } from '../../parts/rows-table.tsx';
import { EVERY_MS } from './use-requests.ts';

const DOLLARS = /^-?\d+\.\d\d$/;

/** Changes that the request would make if it were approved now; looked up again while it is shown. */
export function EffectTable({ request }: { readonly request: string }) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const { rows, failure, isLooking, retry } = useCommand('request-effect', { request }, { everyMs: 2 * EVERY_MS });
  if (failure) return <FailedPart failure={failure} isBusy={isLooking} onRetry={retry} isOld={rows !== undefined} />;
  if (!rows || rows.length === 0) return null;
  const shown = (text: string, isChange = false) =>
    DOLLARS.test(text) ? format.money(text, isChange ? 'always' : 'auto') : text;
  const toneOf = ({ change }: RowOf<'request-effect'>) =>
    DOLLARS.test(change) && Number(change) > 0 ? 'money-in' : undefined;
  return (
    <section>
      <h3>{t('effect.title')}</h3>
      <RowsTable
        label={t('effect.title')}
        rows={rows}
        keyOf={({ what }) => what}
        columns={[
          { key: 'what', head: t('effect.what'), render: ({ what }) => what },
          { key: 'before', head: t('effect.before'), isFigure: true, render: ({ before }) => shown(before) },
          {
            key: 'change',
            head: t('effect.change'),
            isFigure: true,
            render: (row) => <span className={toneOf(row)}>{shown(row.change, true)}</span>,
          },
          {
            key: 'after',
            head: t('effect.after'),
            isFigure: true,
            render: ({ after }) => <span className="strong">{shown(after)}</span>,
          },
        ]}
      />
    </section>
  );
}
