import './store-frame.css';
import type { ReactNode } from 'react';
import { Link, NavLink } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { BrandLogo } from '../../layout/brand-logo.tsx';
import { InfoLink } from '../../layout/info-links.tsx';
import { LanguageTool } from '../../layout/language-switch.tsx';
import { paths } from '../../paths.ts';
import { useIsSignedIn } from '../../session/session.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { useBasket } from './basket.ts';

type StoreFrameProps = {
  /** The page begins with the brand's hero, from edge to edge. */
  readonly isFront?: boolean;
  readonly children: ReactNode;
};

/** The store's own head and foot. */
export function StoreFrame({ isFront = false, children }: StoreFrameProps) {
  const t = useTexts('store');
  const common = useTexts('common');
  const { SupportPhoneNumber: phone } = useBrand();
  const isSignedIn = useIsSignedIn();
  const { length: count } = useBasket();
  return (
    <div className="store-frame">
      <header className="store-frame__head">
        <BrandLogo to={paths.store()} />
        <nav className="store-frame__places" aria-label={t('frame.label')}>
          <NavLink className="tool" to={paths.store()} end>
            {t('frame.cards')}
          </NavLink>
          <FaqsLink className="tool" />
          <InfoLink className="tool" page="contactUs">
            {common('info.contactUs')}
          </InfoLink>
        </nav>
        <LanguageTool />
        <Link className="tool store-frame__sign-in" to={isSignedIn ? paths.cardHome() : paths.accountSignIn()}>
          {t(isSignedIn ? 'frame.home' : 'frame.signIn')}
        </Link>
        <Link
          className="tool store-frame__bag"
          to={paths.storePayment()}
          aria-label={count === 0 ? t('frame.bagEmpty') : t('frame.bag', { count })}
        >
          <AppIcon name="shopping" />
          {count === 0 ? null : <b aria-hidden="true">{count}</b>}
        </Link>
      </header>
      <main className={classNames('store-frame__main', isFront && 'store-frame__main--front')} id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="store-frame__foot">
        <FaqsLink />
        <InfoLink page="contactUs">{common('info.contactUs')}</InfoLink>
        <InfoLink page="privacy">{common('info.privacy')}</InfoLink>
        <InfoLink page="productInformation">{common('info.productInformation')}</InfoLink>
        <a className="figures" href={`tel:${phone.replace(/\s/g, '')}`}>
          {t('frame.call', { number: phone })}
        </a>
      </footer>
    </div>
  );
}

/** The store's own questions, or the brand's where it has a page of them. */
function FaqsLink({ className }: { readonly className?: string }) {
  const common = useTexts('common');
  const { ShowFAQ, FaqUrl } = useBrand();
  if (!ShowFAQ) return null;
  return FaqUrl ? (
    <ExternalLink className={className} href={FaqUrl}>
      {common('info.faqs')}
    </ExternalLink>
  ) : (
    <Link className={className} to={paths.storeFaqs()}>
      {common('info.faqs')}
    </Link>
  );
}
