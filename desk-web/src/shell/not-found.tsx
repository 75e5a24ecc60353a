import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { PageHead } from '../ui/page-head.tsx';

/** An address without a page. */
export function NotFoundPage() {
  const t = useTexts('desk');
  return (
    <>
      <PageHead title={t('notFound.title')} lead={t('notFound.text')} />
      <p>
        <Link to="/">{t('notFound.home')}</Link>
      </p>
    </>
  );
}
