import './page-parts.css';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../app-icon.tsx';
import { type Way, WayOn } from '../way.tsx';

type BackLinkProps = {
  readonly way: Way;
  /** Text of the link, if not just Back. */
  readonly text?: string;
};

/** Back link above the heading of a page. */
export function BackLink({ way, text }: BackLinkProps) {
  const t = useTexts('ui');
  return (
    <WayOn way={way} className="back-link">
      <AppIcon name="previous" size="s" />
      {text ?? t('back')}
    </WayOn>
  );
}
