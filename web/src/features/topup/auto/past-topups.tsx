import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { AutoTopupOf } from './auto-fields.ts';

/** Its top-ups, the newest first. */
export function Past({ all }: { readonly all: AutoTopupOf }) {
  const t = useTexts('topup');
  const format = useFormat();
  if (all.Past.length === 0) return null;
  return (
    <>
      <h2>{t('auto.past')}</h2>
      <dl className="auto__past">
        {all.Past.map(({ Date: day, Amount, State, ExpectedOn }) => (
          <div key={`${day} ${State} ${ExpectedOn ?? ''}`}>
            <dt>
              {format.dateOf(day)}
              {State === 'credited' ? null : (
                <small>
                  {State === 'returned'
                    ? t('auto.past.returned')
                    : ExpectedOn === null
                      ? t('auto.past.onItsWay')
                      : t('auto.past.expected', { date: format.dateOf(ExpectedOn) })}
                </small>
              )}
            </dt>
            <dd className="figures">{format.money(Amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
