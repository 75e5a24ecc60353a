import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { type AmountRange, checkAmount } from '../../ui/fields/typed-amount.ts';
import { State } from './specimen.tsx';

const TOP_UP: AmountRange = { minCents: 2000, maxCents: 50000 };
const STEP_CENTS = 1000;
const nothing = () => undefined;

export function Amounts() {
  const t = useTexts('inputs');
  const [amount, setAmount] = useState('45.00');
  const [hasLeft, setHasLeft] = useState(false);
  const [plain, setPlain] = useState('');
  const problem = hasLeft ? checkAmount(amount, TOP_UP) : null;
  return (
    <>
      <State name={t('amounts.stepped')}>
        <AmountField
          id="amount-stepped"
          label={t('amounts.topUp')}
          hint={t('amounts.topUpHint')}
          error={problem === null ? undefined : t(`amounts.${problem}`)}
          {...TOP_UP}
          stepCents={STEP_CENTS}
          value={amount}
          onValue={setAmount}
          onLeave={() => setHasLeft(true)}
        />
      </State>
      <State name={t('amounts.plain')}>
        <AmountField id="amount-plain" label={t('amounts.pay')} value={plain} onValue={setPlain} />
      </State>
      <State name={t('state.error')}>
        <AmountField
          id="amount-error"
          label={t('amounts.pay')}
          error={t('amounts.notANumber')}
          value="12,50"
          onValue={nothing}
        />
      </State>
      <State name={t('state.readOnly')}>
        <AmountField
          id="amount-read"
          label={t('amounts.pay')}
          value="82.40"
          onValue={nothing}
          stepCents={STEP_CENTS}
          isReadOnly
        />
      </State>
      <State name={t('state.disabled')}>
        <AmountField
          id="amount-off"
          label={t('amounts.pay')}
          value="82.40"
          onValue={nothing}
          stepCents={STEP_CENTS}
          isDisabled
        />
      </State>
    </>
  );
}
