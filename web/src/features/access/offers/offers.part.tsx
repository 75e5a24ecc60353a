import type { ElementComponent } from '../../../jsx/jsx-types.d.ts';
import { getDevice } from '@wattle/contract/devices/device.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { currentBrand } from '../../../brand/brand.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { noticePermission } from '../../../browser/notices.ts';
import { paths } from '../../../paths.ts';
import { currentSession } from '../../../session/session.ts';
import { keepsSessions, readStored, store } from '../../../browser/storage.ts';
import { keepNoticesOn } from '../push/notices-on-device.ts';
import { type Offer, offerOf } from './offer.domain.ts';
import type { OfferDialogProps } from './offer-dialog.tsx';
import { areOffersHeld } from './held-offers.ts';
import { isNewLogin } from './new-login.ts';
import { putOffUntil } from './put-off.ts';
import { worksWithPasskeys } from '../../../browser/passkeys.ts';
import { deviceUuid } from '../this-device.ts';

/** Session in which an offer was answered; the next offer waits for another session. */
const ANSWERED_KEY = 'wattle.offers.answered';
/** Session in which the account check was opened; a user who leaves it is asked at the next sign-in. */
const CHECKED_KEY = 'wattle.account.checked';

type Shown = {
  readonly offer: Offer;
  readonly noticesKey: string | null;
  readonly Dialog: ElementComponent<OfferDialogProps>;
};

async function findOffer(): Promise<Shown | 'accountCheck' | null> {
  const answer = await call(getDevice, { params: { uuid: deviceUuid() }, query: {} });
  if (!answer.ok) return null;
  // After a password reset the account check comes first, so nothing is offered.
  if (answer.value.isAccountCheckOpen && readStored('sessionStorage', CHECKED_KEY) !== currentSession()?.id) {
    return 'accountCheck';
  }
  if (areOffersHeld()) return null;
  // A browser that stores no data for the site would forget a passcode, and ask again at each sign-in.
  if (!keepsSessions()) return null;
  const { device, noticesKey } = answer.value;
  void keepNoticesOn(device, noticesKey);
  // An offer that the browser has refused is not made again.
  const takesNotices = noticePermission() !== 'denied';
  const isNewWithPasskeys = isNewLogin() && worksWithPasskeys() && currentBrand()?.Features.passkeys === true;
  const offer = offerOf({ ...answer.value, takesNotices, isNewWithPasskeys, putOffUntilMs: putOffUntil() }, Date.now());
  if (offer === null) return null;
  const [{ OfferDialog }] = await Promise.all([import('./offer-dialog.tsx'), loadTexts(['offers', 'signInMethods'])]);
  return { offer, noticesKey, Dialog: OfferDialog };
}

/**
 * Offers a passcode or notices on this device, one at a sign-in, once the page is there. After a reset of the password
 * it leads to the account check instead.
 */
export function Offers() {
  const [shown, setShown] = useState<Shown | null>(null);
  const navigate = useNavigate();
  const id = currentSession()?.id;
  useEffect(() => {
    if (readStored('sessionStorage', ANSWERED_KEY) === id) return;
    let isGone = false;
    void findOffer().then(
      (found) => {
        if (isGone) return;
        if (found !== 'accountCheck') return setShown(found);
        store('sessionStorage', CHECKED_KEY, id);
        void navigate(paths.accountCheck());
      },
      // The page does not wait for an offer.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [id, navigate]);
  if (!shown) return null;
  const { Dialog, offer, noticesKey } = shown;
  const onAnswered = () => {
    store('sessionStorage', ANSWERED_KEY, id);
    setShown(null);
  };
  return <Dialog offer={offer} noticesKey={noticesKey} onAnswered={onAnswered} />;
}
