import { plainText } from '@wattle/contract/rules/typed-text.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { useNavigate } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type SubmitEvent, useId, useState } from 'react';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { type Connection, EVERY_MS, wayOfPurchase, useAmountColumn } from './use-connections.ts';

const TONES: Readonly<Record<string, TagTone>> = { approved: 'ok', declined: 'plain', silent: 'bad', refused: 'bad' };

type PurchasesProps = { readonly of: Connection; readonly chosen: string | undefined };

/** Purchases of the newest messages, and the way to any other by its id. */
export function PurchasesPane({ of: { connection, number }, chosen }: PurchasesProps) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const amount = useAmountColumn();
  const page = usePageNumber();
  const looked = useCommand(
    'processor-purchases',
    { connection, ...(page > 1 && { page: String(page) }) },
    { everyMs: EVERY_MS },
  );
  return (
    <Pane title={t('latest.title')} aside={<span className="quiet small">{t('latest.newest')}</span>} isPadded={false}>
      <ById number={number} />
      <LookedPart of={looked} empty={t('latest.none')}>
        {(rows) => (
          <RowsTable
            label={t('latest.title')}
            rows={rows}
            keyOf={({ purchase }) => purchase}
            wayOf={({ purchase }) => ({ to: wayOfPurchase(number, purchase) })}
            isCurrent={({ purchase, reference }) => chosen === purchase || (reference !== '' && chosen === reference)}
            columns={[
              {
                key: 'shop',
                head: t('latest.purchase'),
                render: ({ shop, purchase, last }) => (
                  <>
                    <span>{shop === '' ? t('latest.notOurs') : shop}</span>
                    <span className="connections__sub">
                      <span className="mono">{purchase}</span>
                      {` · ${format.momentOf(last)}`}
                    </span>
                  </>
                ),
              },
              amount,
              {
                key: 'answered',
                head: t('latest.answered'),
                isTight: true,
                render: ({ answered }) =>
                  answered === '' ? (
                    <span className="quiet">{t('latest.notAsked')}</span>
                  ) : (
                    <Tag tone={TONES[answered] ?? 'plain'}>{t(`outcome.${answered}`)}</Tag>
                  ),
              },
              {
                key: 'told',
                head: t('latest.told'),
                render: ({ told, differed, waits }) => {
                  if (waits === 'unconfirmed') return <Tag tone="warn">{t('why.unconfirmed')}</Tag>;
                  if (waits === 'yes') return <Tag tone="warn">{t('latest.waits')}</Tag>;
                  if (differed !== '') return <Tag tone="info">{t(`differed.${differed}`)}</Tag>;
                  return told === '' ? <span className="quiet">{t('latest.nothing')}</span> : t(`latest.${told}`);
                },
              },
            ]}
          />
        )}
      </LookedPart>
      <Pager page={page} hasMore={looked.hasMore} />
    </Pane>
  );
}

/** Opens a purchase by the processor's id, or by our reference. */
function ById({ number }: { readonly number: number }) {
  const t = useTexts('deskConnections');
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const open = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const purchase = plainText(typed);
    setMissing(purchase === '');
    if (purchase === '') document.getElementById(id)?.focus();
    else void navigate(wayOfPurchase(number, purchase));
  };
  return (
    <form className="by-id" noValidate onSubmit={open}>
      <Field
        id={id}
        name="purchase"
        label={t('byId.label')}
        value={typed}
        onValue={setTyped}
        error={isMissing ? t('byId.missing') : undefined}
        autoComplete="off"
        spellCheck={false}
        isNoLogin
      />
      <Button type="submit" tone="line">
        {t('byId.action')}
      </Button>
    </form>
  );
}
