import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { ActPane } from '../../ui/act-pane.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { EVERY_MS } from './use-payments.ts';

/** Work that was given up after many tries. One person can retry it, and it is safe to repeat. */
export function GivenUpPart() {
  const t = useTexts('deskPayments');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('dead-letters', page > 1 ? { page: String(page) } : {}, { everyMs: EVERY_MS });
  return (
    <ActPane
      title={t('view.givenUp')}
      looked={looked}
      page={page}
      empty={t('none.givenUp')}
      choose={t('givenUp.choose')}
      keyOf={({ item }) => item}
      columns={[
        { key: 'job', head: t('givenUp.job'), render: ({ job }) => <span className="mono">{job}</span> },
        { key: 'key', head: t('givenUp.key'), render: ({ key }) => <span className="mono">{key}</span> },
        { key: 'reason', head: t('givenUp.reason'), render: ({ reason }) => reason },
        { key: 'attempts', head: t('givenUp.attempts'), isFigure: true, render: ({ attempts }) => attempts },
        { key: 'at', head: t('givenUp.at'), isTight: true, render: ({ givenUpAt }) => format.momentOf(givenUpAt) },
      ]}
      actOf={({ item, job }) => ({
        command: 'retry',
        given: { item },
        action: t('givenUp.retry'),
        about: t('givenUp.about', { item, job }),
      })}
    />
  );
}
