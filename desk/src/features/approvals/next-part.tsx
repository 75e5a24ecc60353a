import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Link } from '@wattle/web/router/public.ts';
import { buttonClass } from '@wattle/web/ui/button.tsx';
import { useDeskFormat } from '../../parts/format.ts';
import { useTitleOf } from './request-words.ts';
import type { Request, SubjectRow } from './use-requests.ts';

type NextPartProps = {
  readonly next: Request | undefined;
  readonly subjects: ReadonlyMap<string, SubjectRow>;
};

/** The request that comes after this one. It is only offered. */
export function NextPart({ next, subjects }: NextPartProps) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const titleOf = useTitleOf();
  if (!next) return null;
  const { isOwn, object, askedAt, request } = next;
  const name = isOwn ? t('history.you') : next.askedByName;
  return (
    <section className="next" aria-labelledby="next">
      <div>
        <h2 className="quiet small" id="next">
          {t('next.title')}
        </h2>
        <p>
          <span className="strong">{[titleOf(next), subjects.get(object)?.name].filter(Boolean).join(' · ')}</span>
          <span className="approvals__sub">{t('next.asked', { name, at: format.momentIn(askedAt) })}</span>
        </p>
      </div>
      <Link className={buttonClass({ tone: 'line' })} to={`/approvals/${request}`} aria-keyshortcuts="j">
        {t('next.open')}
        <kbd aria-hidden="true">J</kbd>
      </Link>
    </section>
  );
}
