import './brand-link.css';
import { useBrand } from '../../brand/brand.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';

/** The one link that a brand may add to the home. Its first text is the English one, its second the Chinese. */
export function BrandLink() {
  const t = useTexts('cards');
  const language = useLanguage();
  const { ShowCustomLinkUrl, CustomLinkUrl, CustomLinkText1, CustomLinkText2 } = useBrand();
  const text = (language === 'zhCN' ? CustomLinkText2 : CustomLinkText1) ?? CustomLinkText1;
  if (!ShowCustomLinkUrl || CustomLinkUrl === null || text === null) return null;
  return (
    <a className="brand-link panel" href={CustomLinkUrl} target="_blank" rel="noopener noreferrer">
      <span>
        {text}
        <span className="visually-hidden"> {t('home.newTab')}</span>
      </span>
      <Icon name="next" size="s" />
    </a>
  );
}
