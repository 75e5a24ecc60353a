import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { EVERY_MS } from './use-cases.ts';

const SIDES: ReadonlySet<string> = new Set(['cardholder', 'desk']);

/** Messages of the cardholder and the desk, as they wrote them. */
export function MessagesPart({ dispute, person }: { readonly dispute: string; readonly person: string }) {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const looked = useCommand('dispute', { dispute }, { everyMs: EVERY_MS });
  const messages = { ...looked, rows: looked.rows?.filter(({ what, words }) => SIDES.has(what) && words !== '') };
  return (
    <Pane title={t('messages.title')} isPadded={false}>
      <LookedPart of={messages} empty={t('messages.none')}>
        {(rows) => (
          <ol className="messages">
            {rows.map(({ what, at, words }) => (
              <li key={`${at} ${words}`}>
                <span className="quiet">{format.momentOf(at)}</span>
                <div>
                  <p className="strong">{what === 'desk' ? t('messages.desk') : person}</p>
                  <p className="disputes__words">{words}</p>
                </div>
              </li>
            ))}
          </ol>
        )}
      </LookedPart>
    </Pane>
  );
}
