import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { type AmountRange, checkAmount } from '../../ui/fields/typed-amount.ts';
import { State } from './specimen.tsx';

const TOP_UP: AmountRange = { minCents: 2000, maxCents: 50000 };
const STEP_CENTS = 1000;
const nothing = () => undefined;

export function Amounts() {
  const t = useTexts('sandbox');
  const [amount, setAmount] = useState('45.00');
  const [hasLeft, setHasLeft] = useState(false);
  const [plain, setPlain] = useState('');
  const problem = hasLeft ? checkAmount(amount, TOP_UP) : null;
  return (
    <>
      <State name={t('inputs.amounts.stepped')}>
        <AmountField
          id="amount-stepped"
          label={t('inputs.amounts.topUp')}
          hint={t('inputs.amounts.topUpHint')}
          error={problem === null ? undefined : t(`inputs.amounts.${problem}`)}
          {...TOP_UP}
          stepCents={STEP_CENTS}
          value={amount}
          onValue={setAmount}
          onLeave={() => setHasLeft(true)}
        />
      </State>
      <State name={t('inputs.amounts.plain')}>
        <AmountField id="amount-plain" label={t('inputs.amounts.pay')} value={plain} onValue={setPlain} />
      </State>
      <State name={t('inputs.state.error')}>
        <AmountField
          id="amount-error"
          label={t('inputs.amounts.pay')}
          error={t('inputs.amounts.notANumber')}
          value="12,50"
          onValue={nothing}
        />
      </State>
      <State name={t('inputs.state.readOnly')}>
        <AmountField
          id="amount-read"
          label={t('inputs.amounts.pay')}
          value="82.40"
          onValue={nothing}
          stepCents={STEP_CENTS}
          isReadOnly
        />
      </State>
      <State name={t('inputs.state.disabled')}>
        <AmountField
          id="amount-off"
          label={t('inputs.amounts.pay')}
          value="82.40"
          onValue={nothing}
          stepCents={STEP_CENTS}
          isDisabled
        />
      </State>
    </>
  );
}
