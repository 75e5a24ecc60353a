import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Tag } from '../../ui/tag.tsx';
import { type Payment, TONES } from './use-payments.ts';

/** State of a payment, and why it came back. */
export function PaymentState({ of: { state, why } }: { readonly of: Pick<Payment, 'state' | 'why'> }) {
  const t = useTexts('deskPayments');
  const words = t(`state.${state}`);
  const reason = why === '' ? '' : t(`why.${why}`);
  return (
    <Tag tone={TONES[state] ?? 'plain'}>{reason === '' ? words : t('stateWhy', { state: words, why: reason })}</Tag>
  );
}
