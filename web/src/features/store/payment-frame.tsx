import { useNavigate } from '../../router/public.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { GatewayFrame, GatewayNote, type OpenedPayment } from '../gateway/gateway-frame.part.tsx';

export type OpenCharge = OpenedPayment & { readonly total: number };

type PaymentFrameProps = { readonly charge: OpenCharge; readonly onBack: () => void };

/** Page of the payment service in the store's frame. The server reports the outcome afterwards. */
export function PaymentFrame({ charge, onBack }: PaymentFrameProps) {
  const t = useTexts('store');
  const format = useFormat();
  const navigate = useNavigate();
  const { total, ...payment } = charge;
  return (
    <JourneyPage title={t('pay.title', { amount: format.money(total) })} back={{ onPress: onBack }}>
      <GatewayFrame
        payment={payment}
        onEnd={() => void navigate(paths.storeOrderConfirmation(), { replace: true, state: { isFresh: true } })}
      />
      <GatewayNote payment={payment} />
    </JourneyPage>
  );
}
