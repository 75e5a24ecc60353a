import '../ui/pages/panel.css';
import './install-panel.css';
import { useEffect, useState } from 'react';
import { currentBrand, useBrand } from '../brand/brand.ts';
import { askToInstall, isInstalled, isIos, keptInstallOffer } from '../browser/install.ts';
import { keepsSessions, readStored, store } from '../browser/storage.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { installOfferOf } from './install.domain.ts';

const keyOf = () => `wattle.install.${currentBrand()?.BrandIdentifier ?? ''}`;

function findOffer(): ReturnType<typeof installOfferOf> {
  return installOfferOf({
    isInstalled: isInstalled(),
    isOffered: keptInstallOffer() !== null,
    isIos: isIos(),
    isKept: keepsSessions(),
    wasShown: readStored('localStorage', keyOf()) !== null,
  });
}

export function InstallPanel() {
  const t = useTexts('installed');
  const { BrandName } = useBrand();
  const [offer, setOffer] = useState(findOffer);
  useEffect(() => {
    // Shown is offered: it never comes again on this browser, whatever the answer is.
    if (offer) store('localStorage', keyOf(), { shownAt: new Date().toISOString() });
  }, [offer]);
  if (!offer) return null;
  const install = () => {
    void askToInstall();
    setOffer(null);
  };
  return (
    <section className="panel install" aria-labelledby="install-title">
      <h2 id="install-title">{t('offer.title', { name: BrandName })}</h2>
      <p>{t(offer === 'ask' ? 'offer.text' : 'offer.ios')}</p>
      <div className="install__ways">
        {offer === 'ask' ? (
          <Button tone="tonal" small onClick={install}>
            {t('offer.install')}
          </Button>
        ) : null}
        <Button tone="text" small onClick={() => setOffer(null)}>
          {t(offer === 'ask' ? 'offer.no' : 'offer.understood')}
        </Button>
      </div>
    </section>
  );
}
