import './info-links.css';
import type { ReactNode } from 'react';
import { Link, useHref } from '../router/public.ts';
import { type BrandView, useBrand } from '../brand/brand.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { paths } from '../paths.ts';
import { useIsSignedIn } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { ExternalLink } from '../ui/external-link.tsx';

export type InfoPage = 'contactUs' | 'faqs' | 'privacy' | 'productInformation';

const PAGES: readonly InfoPage[] = ['contactUs', 'faqs', 'productInformation', 'privacy'];

/** The brand's own page in place of ours, where it has one. */
function ownPageOf(brand: BrandView, page: InfoPage): string | null {
  switch (page) {
    case 'contactUs':
      return null;
    case 'faqs':
      return brand.FaqUrl;
    case 'privacy':
      return brand.PrivacyUrl;
    case 'productInformation':
      return brand.ProductInformationUrl;
  }
}

type InfoLinkProps = {
  readonly page: InfoPage;
  readonly className?: string;
  readonly children: ReactNode;
  /** Shown at the end of a link that stays in this tab, where the others have the sign of a new one. */
  readonly end?: ReactNode;
};

/**
 * A link to a page of information. The pages but contact clear the login state, so a signed-in person gets the questions
 * in Help, and the others in a new tab, which carries no session.
 */
export function InfoLink({ page, className, children, end }: InfoLinkProps) {
  const external = ownPageOf(useBrand(), page);
  const here = useHref(paths[page]());
  const isSignedIn = useIsSignedIn();
  // Help has the questions too, for who is signed in.
  const isInside = isSignedIn && page === 'faqs';
  if (external === null && (page === 'contactUs' || isInside || !isSignedIn)) {
    return (
      <Link className={className} to={isInside ? `${paths.contactUs()}#questions` : paths[page]()}>
        <span>{children}</span>
        {end}
      </Link>
    );
  }
  return (
    <ExternalLink className={className} href={external ?? here}>
      {children}
    </ExternalLink>
  );
}

/** The pages of information that this brand has. */
export function useInfoPages(): readonly InfoPage[] {
  const { ShowFAQ } = useBrand();
  return PAGES.filter((page) => page !== 'faqs' || ShowFAQ);
}

/** All of them in a row, for the foot of a page. */
export function InfoLinks({ className }: { readonly className?: string }) {
  const t = useTexts('common');
  return (
    <nav className={classNames('info-links', className)} aria-label={t('info.label')}>
      <ul className="info-links__list">
        {useInfoPages().map((page) => (
          <li key={page}>
            <InfoLink className="info-links__link" page={page}>
              {t(`info.${page}`)}
            </InfoLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
