import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';
import { type DeskFormat, useDeskFormat } from '../../ui/format.ts';
import { FailedPart } from '../../ui/looked.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Say } from '../../ui/say.tsx';
import { EVERY_MS } from './use-requests.ts';

const DOLLARS = /^-?\d+\.\d\d$/;

type Line = RowOf<'request-effect'>;

/** Changes that the request would make if it were approved now; looked up again while it is shown. */
export const useEffectOf = (request: string, isWaiting: boolean): Looked<Line> =>
  useCommand('request-effect', { request }, { everyMs: 2 * EVERY_MS, isOff: !isWaiting });

/** A text of an effect: amounts as money, and a change with its sign. */
export const shownEffect = (format: DeskFormat, text: string, isChange: boolean): string =>
  DOLLARS.test(text) ? format.money(text, isChange ? 'always' : 'auto') : text;

/** Each item before and after the change, with the parts that differ from when the request was made. */
export function EffectTable({ of }: { readonly of: Looked<Line> }) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const { rows, failure, isLooking, retry } = of;
  if (failure) return <FailedPart failure={failure} isBusy={isLooking} onRetry={retry} isOld={rows !== undefined} />;
  if (!rows) return null;
  if (rows.length === 0) return <Say tone="warn">{t('effect.none')}</Say>;
  const shown = (text: string, isChange = false) => shownEffect(format, text, isChange);
  const toneOf = ({ change }: Line) => (DOLLARS.test(change) && Number(change) > 0 ? 'money-in' : undefined);
  const asked = (words: string) =>
    words === '' ? null : <span className="approvals__sub">{t('effect.asked', { words })}</span>;
  return (
    <section className="approvals__effect">
      <h3>{t('effect.title')}</h3>
      {rows.some(({ since }) => since !== '') ? <Say tone="warn">{t('effect.isChanged')}</Say> : null}
      <RowsTable
        label={t('effect.title')}
        rows={rows}
        keyOf={({ what }) => what}
        columns={[
          {
            key: 'what',
            head: t('effect.what'),
            render: ({ what, since }) => (
              <>
                <span className={since === 'gone' ? 'quiet' : undefined}>{what}</span>
                {since === 'new' || since === 'gone' ? (
                  <span className="approvals__sub">{t(`effect.${since}`)}</span>
                ) : null}
              </>
            ),
          },
          {
            key: 'before',
            head: t('effect.before'),
            isFigure: true,
            render: ({ before, beforeAsked }) => (
              <>
                {shown(before)}
                {beforeAsked === before ? null : asked(shown(beforeAsked))}
              </>
            ),
          },
          {
            key: 'change',
            head: t('effect.change'),
            isFigure: true,
            render: (row) => (
              <>
                <span className={toneOf(row)}>{shown(row.change, true)}</span>
                {row.changeAsked === row.change ? null : asked(shown(row.changeAsked, true))}
              </>
            ),
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
