import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { firstMethod } from '../methods.ts';
import type { MethodDescriptor } from '../payment-method.ts';

/** Title of the form, depending on whether the brand has transfers. */
export function useTransferTitle(): string {
  const t = useTexts('transfers');
  return t(useBrand().Features.transfers ? 'title' : 'title.bills');
}

type MethodChoiceProps = {
  readonly methods: readonly MethodDescriptor[];
  readonly method: MethodDescriptor;
  readonly onMethod: (method: MethodDescriptor) => void;
};

/** A bill or a transfer, and the type of a transfer. What leaves no choice is said in words. */
export function MethodChoice({ methods, method, onMethod }: MethodChoiceProps) {
  const t = useTexts('transfers');
  const ofPays = (pays: MethodDescriptor['pays']) => methods.filter((each) => each.pays === pays);
  const types = ofPays(method.pays);
  return (
    <>
      {types.length < methods.length && types.length > 0 ? (
        <Segmented
          label={t('method')}
          options={[
            { value: 'people', label: t('method.transfer') },
            { value: 'billers', label: t('method.bpay') },
          ]}
          value={method.pays}
          onChange={(pays) => onMethod(firstMethod(ofPays(pays)))}
        />
      ) : null}
      {types.length > 1 ? (
        <Segmented
          label={t('kind')}
          options={types.map(({ name }) => ({ value: name, label: t(`type.${name}`) }))}
          value={method.name}
          onChange={(name) => onMethod(types.find((each) => each.name === name) ?? method)}
        />
      ) : null}
    </>
  );
}
