import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { doubtsOf, settleByHand } from '../../../journey/intent.domain.ts';
import { paths } from '../../../paths.ts';
import { useStore } from '../../../observable.ts';
import { Banner } from '../../../ui/banner.tsx';
import { checkedPayment, type FormValues, transferJourney } from './transfer-journey.ts';
import { payeeNameOf } from './transfer.domain.ts';

/** Transfers without an answer, which may have been made. Closing one confirms that the payer has checked it. */
export function TransfersInDoubt() {
  const t = useTexts('transfers');
  const format = useFormat();
  const { state } = useStore(transferJourney.view);
  return doubtsOf(state).map(({ key, values }) => {
    const form = values['form'] as FormValues;
    const payment = checkedPayment(form);
    return (
      <Banner
        key={key}
        tone="warning"
        title={t('doubt.title')}
        onDismiss={() => transferJourney.change((before) => settleByHand(before, key))}
      >
        {t('doubt.earlier', {
          amount: format.money(payment.dollars),
          name: payeeNameOf(payment, form.foundName),
        })}{' '}
        <Link to={paths.transactions()}>{t('doubt.look')}</Link>
      </Banner>
    );
  });
}
