import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { doubtsOf, settleByHand } from '../../../journey/intent.domain.ts';
import { paths } from '../../../paths.ts';
import { useStore } from '../../../store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { centsOf } from '../../../ui/typed-amount.ts';
import { transferJourney } from './transfer-journey.ts';

/** Transfers that may have been made although no answer came. Closing one says that its holder has looked. */
export function TransferDoubts() {
  const t = useTexts('transfers');
  const format = useFormat();
  const { state } = useStore(transferJourney.view);
  return doubtsOf(state).map(({ key, values }) => (
    <Banner
      key={key}
      tone="warning"
      title={t('doubt.title')}
      onDismiss={() => transferJourney.change((before) => settleByHand(before, key))}
    >
      {t('doubt.earlier', {
        amount: format.money((centsOf(values['form']?.['amount'] ?? '') ?? 0) / 100),
        name: values['form']?.['billerName'] || (values['form']?.['name'] ?? ''),
      })}{' '}
      <Link to={paths.transactions()}>{t('doubt.look')}</Link>
    </Banner>
  ));
}
