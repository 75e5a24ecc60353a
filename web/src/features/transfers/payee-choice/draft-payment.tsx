import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { Link } from '../../../router/public.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { fieldId, formAt } from '../journey/form-values.ts';
import { transferJourney } from '../journey/transfer-journey.ts';
import { methodOf } from '../methods.ts';

/** An unfinished payment, which the person can continue or discard. */
export function DraftPayment() {
  const t = useTexts('transfers');
  const format = useFormat();
  const { values } = useStep(transferJourney, 'form');
  const { method, name = '', amount = '' } = values;
  if (method === undefined || method === '') return null;
  const cents = amountInCents(amount);
  const who = name === '' ? t(`kind.${methodOf(method).name}`) : name;
  return (
    <section className="payee-choice__unfinished panel" aria-labelledby="payee-choice-unfinished">
      <div>
        <h2 className="payee-choice__unfinished-head" id="payee-choice-unfinished">
          {t('unfinished.title')}
        </h2>
        <p className="payee-choice__quiet">
          {cents === null ? who : t('unfinished.what', { amount: format.money(cents / 100), name: who })}
        </p>
      </div>
      <div className="payee-choice__unfinished-ways">
        <Link className={buttonClass({ small: true, tone: 'tonal' })} to={formAt(fieldId('amount'))}>
          {t('continue')}
        </Link>
        <Button
          tone="text"
          small
          onClick={() => {
            transferJourney.throwAway();
            document.querySelector<HTMLElement>('h1')?.focus();
          }}
        >
          {t('unfinished.clear')}
        </Button>
      </div>
    </section>
  );
}
