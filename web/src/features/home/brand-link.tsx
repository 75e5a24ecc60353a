import './card-home.css';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { InfoLink } from '../../layout/info-links.tsx';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { ExternalLink } from '../../ui/external-link.tsx';

/** Questions and answers, at a brand that has them. */
export function FaqLink() {
  const t = useTexts('common');
  return useBrand().ShowFAQ ? (
    <InfoLink className="brand-link panel" page="faqs">
      {t('info.faqs')}
    </InfoLink>
  ) : null;
}

/** The one link that a brand may add to the home. Its first text is the English one, its second the Chinese. */
export function BrandLink() {
  const language = useLanguage();
  const { ShowCustomLinkUrl, CustomLinkUrl, CustomLinkText1, CustomLinkText2 } = useBrand();
  const own: Partial<Record<Language, string | null>> = { enAU: CustomLinkText1, zhCN: CustomLinkText2 };
  const text = own[language] ?? CustomLinkText1;
  if (!ShowCustomLinkUrl || CustomLinkUrl === null || text === null) return null;
  return (
    <ExternalLink className="brand-link panel" href={CustomLinkUrl}>
      {text}
    </ExternalLink>
  );
}

/** Another card, new or in use, for people with a login at a brand that links cards. */
export function LinkCard() {
  const t = useTexts('cards');
  const { LinkExistingCard } = useBrand();
  return useIsUser() && LinkExistingCard ? (
    <Link className="brand-link panel" to={paths.addCard()}>
      {t('home.linkCard')}
    </Link>
  ) : null;
}
