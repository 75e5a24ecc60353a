import { useNavigate } from 'react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { JourneyPage } from '../../ui/journey-page.tsx';
import { GatewayFrame } from '../gateway/gateway-frame.part.tsx';

export type OpenCharge = { readonly url: string; readonly Sid: string; readonly Sst: string; readonly total: number };

type PaymentFrameProps = { readonly charge: OpenCharge; readonly onBack: () => void };

/** The page of the payment service, in the store's frame. What came of it is asked of the server afterwards. */
export function PaymentFrame({ charge, onBack }: PaymentFrameProps) {
  const t = useTexts('store');
  const navigate = useNavigate();
  const { url, Sid, Sst, total } = charge;
  return (
    <JourneyPage title={t('pay.title')} back={{ onPress: onBack }}>
      <GatewayFrame
        charge={{ url, Sid, Sst }}
        amount={total}
        onBack={() => void navigate(paths.storeOrderConfirmation(), { replace: true, state: { isFresh: true } })}
      />
    </JourneyPage>
  );
}
