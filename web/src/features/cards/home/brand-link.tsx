import './brand-link.css';
import { useBrand } from '../../../brand/brand.ts';
import { useLanguage } from '../../../i18n/use-texts.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';

/** The one link that a brand may add to the home. Its first text is the English one, its second the Chinese. */
export function BrandLink() {
  const language = useLanguage();
  const { ShowCustomLinkUrl, CustomLinkUrl, CustomLinkText1, CustomLinkText2 } = useBrand();
  const text = (language === 'zhCN' ? CustomLinkText2 : CustomLinkText1) ?? CustomLinkText1;
  if (!ShowCustomLinkUrl || CustomLinkUrl === null || text === null) return null;
  return (
    <ExternalLink className="brand-link panel" href={CustomLinkUrl}>
      {text}
    </ExternalLink>
  );
}
