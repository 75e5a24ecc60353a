import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { digitsText } from '@wattle/contract/rules/typed-text.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { BSB_NUMBER, NumberField } from '../../../ui/fields/number-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { BankName, Part } from './auto-fields.ts';

const KNOWN = ['20235', '32209'];

type Bank = {
  readonly name: string;
  readonly problem: string | undefined;
  /** Whether its accounts take PayTo agreements; undefined: that is not known. */
  readonly takesPayTo?: boolean | undefined;
};

/** The bank of a complete BSB, and the problem of the BSB. */
export function useBank(typed: string): Bank {
  const bsb = digitsText(typed);
  const isWhole = /^\d{6}$/.test(bsb);
  const { data, failure } = useOperation(getBsbDetails, { body: { BsbNumber: bsb } }, { isEnabled: isWhole });
  if (!isWhole) return { name: '', problem: undefined };
  if (failure) return { name: '', problem: KNOWN.includes(failure.code) ? `Error${failure.code}` : 'ErrorRetrieveBsb' };
  const problem = data?._entity === '' ? 'invalidBsb' : undefined;
  return { name: data?._entity ?? '', problem, takesPayTo: data?.TakesPayTo };
}

type Props = { readonly form: Part<BankName>; readonly bank: Bank };

/** The bank account that is debited. */
export function BankFields({ form, bank }: Props) {
  const t = useTexts('topup');
  const validation = useTexts('validation');
  const bsb = form.field('bsb');
  const error =
    bsb.error ??
    (bank.problem === undefined
      ? undefined
      : t.has(`auto.bsb.${bank.problem}`)
        ? t(`auto.bsb.${bank.problem}`)
        : validation(bank.problem));
  return (
    <>
      <div className="auto__pair">
        <NumberField
          {...bsb}
          {...BSB_NUMBER}
          {...(error === undefined ? {} : { error })}
          label={t('auto.bsb')}
          note={
            <p className="auto__found" role="status">
              {bank.name === '' ? null : (
                <>
                  <Icon name="check" size="s" />
                  {bank.name}
                </>
              )}
            </p>
          }
          autoComplete="off"
        />
        <NumberField {...form.field('accountNumber')} label={t('auto.accountNumber')} autoComplete="off" takesLetters />
      </div>
      <Field {...form.field('accountName')} label={t('auto.accountName')} autoComplete="off" />
    </>
  );
}
