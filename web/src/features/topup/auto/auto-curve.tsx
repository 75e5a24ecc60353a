import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

const LINE = 'M0 28C36 34 60 52 92 62S140 92 150 104M150 40C186 46 214 58 240 70S290 88 300 104M300 44L328 50';
const AREA = 'M0 28C36 34 60 52 92 62S140 92 150 104V40C186 46 214 58 240 70S290 88 300 104V44L328 50V132H0z';

/** Course of the balance: down to the trigger, and up by the amount. */
export function AutoCurve({ trigger, amount }: { readonly trigger: number; readonly amount: number }) {
  const t = useTexts('topup');
  const format = useFormat();
  const words = { trigger: format.money(trigger), amount: format.money(amount) };
  return (
    <figure className="auto__curve">
      <svg viewBox="0 0 328 132" role="img" aria-label={t('auto.curve', words)}>
        <path className="auto__level" d="M0 96H328" />
        <path className="auto__area" d={AREA} />
        <path className="auto__line" d={LINE} />
        <path className="auto__up" d="M150 100V44M300 100V48" />
      </svg>
      <figcaption>
        <span>{t('auto.under', words)}</span>
        <span>{t('auto.up', words)}</span>
      </figcaption>
    </figure>
  );
}
