import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { type Connection, EVERY_MS } from './use-connections.ts';

/** Time used of the deadline, by kind of ask. */
export function TimesPane({ of: { connection, deadlineMs, answerByMs } }: { readonly of: Connection }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const looked = useCommand('connection-times', { connection }, { everyMs: EVERY_MS });
  const share = (ms: number) => `${Math.min(100, (ms / deadlineMs) * 100)}%`;
  return (
    <Pane
      title={t('times.title', { ms: format.count(deadlineMs) })}
      aside={<span className="quiet small">{t('times.unit')}</span>}
    >
      <LookedPart of={looked} empty={t('times.none')}>
        {(rows) => (
          <>
            <ul className="lanes">
              {rows.map(({ kind, p50, p99 }) => (
                <li key={kind}>
                  <span>{t(`ask.${kind}`)}</span>
                  <span className="lane__track" aria-hidden="true">
                    <i className="lane__p99" style={{ inlineSize: share(p99) }} />
                    <i className="lane__p50" style={{ inlineSize: share(p50) }} />
                    <i className="lane__wall" style={{ insetInlineStart: share(answerByMs) }} />
                  </span>
                  <span className="lane__ms">
                    <span aria-hidden="true">{`${format.count(p50)} / ${format.count(p99)}`}</span>
                    <span className="visually-hidden">
                      {t('times.spoken', { p50: format.count(p50), p99: format.count(p99) })}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
            <p className="small quiet">{t('times.legend', { ms: format.count(answerByMs) })}</p>
          </>
        )}
      </LookedPart>
    </Pane>
  );
}
