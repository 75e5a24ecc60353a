import './info.css';
import { useDarkMedia } from '../../browser/theme.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDocumentTitle, usePageTitle } from '../../layout/page-title.ts';
import { useOutlineGone } from '../../page-skeleton/use-outline-gone.ts';
import { PlainFrame } from '../../layout/plain-frame.tsx';
import { Icon } from '../../ui/icon.tsx';

/** A brand as the server writes it into a page that offers several. */
type BrandChoice = {
  readonly BrandIdentifier: string;
  readonly BrandName: string;
  readonly Assets: { readonly Logo: string; readonly LogoOnDark: string };
};

/** The brands of the page, in the order of their names. */
function brandChoices(): readonly BrandChoice[] {
  const text = document.getElementById('wattle-brands')?.textContent ?? '[]';
  const choices = JSON.parse(text) as readonly BrandChoice[];
  return choices.toSorted((one, other) => one.BrandName.localeCompare(other.BrandName));
}

/** The address names no brand, and none is the default: the visitor says whose card it is, and goes on from there. */
export function ChooseBrandPage() {
  const t = useTexts('common');
  const dark = useDarkMedia();
  usePageTitle(t('chooseBrand.title'));
  useOutlineGone();
  useDocumentTitle();
  const { pathname, search } = window.location;
  const rest = pathname === '/' ? '' : pathname;
  return (
    <PlainFrame>
      <h1>{t('chooseBrand.title')}</h1>
      <p className="info__lead">{t('chooseBrand.lead')}</p>
      <ul className="choose-brand">
        {brandChoices().map(({ BrandIdentifier, BrandName, Assets }) => (
          <li key={BrandIdentifier}>
            <a className="choose-brand__way" href={`/${BrandIdentifier}${rest}${search}`}>
              <picture>
                <source srcSet={Assets.LogoOnDark} media={dark} />
                <img src={Assets.Logo} alt="" width="40" height="40" />
              </picture>
              <span className="choose-brand__name">{BrandName}</span>
              <Icon name="next" size="s" />
            </a>
          </li>
        ))}
      </ul>
    </PlainFrame>
  );
}
