import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { plainWords } from '../../ui/field-words.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { EVERY_MS } from './every.ts';

/** Declined purchases of the last hour by reason, with the usual number. */
export function DeclinesPane() {
  const t = useTexts('deskOverview');
  const looked = useCommand('declines', {}, { everyMs: EVERY_MS });
  return (
    <Pane title={t('declines.title')}>
      <LookedPart of={looked} empty={t('declines.none')}>
        {(rows) => (
          <ul className="declines">
            {rows.map(({ reason, count, usual }) => (
              <li key={reason}>
                <span>{plainWords(reason)}</span>
                <span className="quiet">{t('declines.usual', { count: usual })}</span>
                <span className="figures strong">{count}</span>
              </li>
            ))}
          </ul>
        )}
      </LookedPart>
    </Pane>
  );
}
