import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { buttonClass } from '@wattle/web/ui/button.tsx';
import { FailedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { SkeletonRows } from '@wattle/web/ui/pages/skeleton.tsx';
import { useWaiting, type Waiting } from './use-waiting.ts';

/** Work of every queue, the soonest due first. */
export function WaitingPane() {
  const t = useTexts('deskOverview');
  const { rows, isComplete, failed } = useWaiting();
  return (
    <Pane title={t('waiting.title')} isPadded={false}>
      {failed.map(({ key, failure, isLooking, retry }) => (
        <div className="looked__failed" key={key}>
          <FailedPart failure={failure} isBusy={isLooking} onRetry={retry} />
        </div>
      ))}
      {rows.length > 0 ? <WaitingTable rows={rows} /> : null}
      {rows.length === 0 && isComplete && failed.length === 0 ? (
        <p className="looked__none">{t('waiting.none')}</p>
      ) : null}
      {isComplete ? null : (
        <div className="looked__wait">
          <SkeletonRows count={2} />
        </div>
      )}
    </Pane>
  );
}

function WaitingTable({ rows }: { readonly rows: readonly Waiting[] }) {
  const t = useTexts('deskOverview');
  return (
    <RowsTable
      label={t('waiting.title')}
      rows={rows}
      keyOf={({ key }) => key}
      wayOf={({ to }) => ({ to })}
      columns={[
        {
          key: 'what',
          head: t('column.what'),
          render: ({ what, sub }) => (
            <>
              <span>{what}</span>
              <span className="overview__sub">{sub}</span>
            </>
          ),
        },
        { key: 'for', head: t('column.for'), render: ({ who }) => who },
        { key: 'why', head: t('column.why'), render: ({ why }) => why },
        {
          key: 'due',
          head: t('column.due'),
          isTight: true,
          render: ({ due, isSoon }) => (isSoon && due !== '' ? <Tag tone="warn">{due}</Tag> : due),
        },
        {
          key: 'way',
          head: '',
          isTight: true,
          render: ({ to, action }) => <Way to={to} action={action} />,
        },
      ]}
    />
  );
}

/**
 * The link of a row as a button, for people who look for one. The keyboard and screen readers have the link of the row.
 */
function Way({ to, action }: Pick<Waiting, 'to' | 'action'>) {
  return (
    <Link className={buttonClass({ tone: 'line', small: true })} to={to} tabIndex={-1} aria-hidden="true">
      {action}
    </Link>
  );
}
