import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Marks a place in a text. */
const PLACE = '\u0000';

type DayProps = { readonly used: number; readonly limit: number };

/** Used part of a day's limit. The words next to it say the same. */
export function DayBar({ used, limit }: DayProps) {
  return (
    <progress className="day-meter__bar" aria-hidden="true" max={Math.max(limit, 0.01)} value={Math.min(used, limit)} />
  );
}

type DayMeterProps = DayProps & { readonly usedWords: string };

/** Remaining amount of a daily limit. */
export function DayMeter({ used, limit, usedWords }: DayMeterProps) {
  const t = useTexts('settings');
  const format = useFormat();
  const left = format.money(Math.max(0, limit - used));
  // The amount is emphasised at its position in the sentence; it may equal the limit.
  const [before, after] = t('day.left', { left: PLACE, limit: format.money(limit) }).split(PLACE);
  return (
    <div className="day-meter">
      <p className="day-meter__left figures">
        {before}
        <b>{left}</b>
        {after}
      </p>
      <DayBar used={used} limit={limit} />
      <p className="day-meter__foot">
        <span className="figures">{usedWords}</span>
        <span>{t('day.again')}</span>
      </p>
    </div>
  );
}
