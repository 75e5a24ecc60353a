import { Link } from '@wattle/web/router/public.ts';
import { buttonClass } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Fragment, type ReactNode } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { AskPart } from './ask-part.tsx';
import { ToldPart } from './told-part.tsx';
import { type Connection, EVERY_MS, type Purchase, wayOfPurchase } from './use-connections.ts';

const TONES: Readonly<Record<string, TagTone>> = {
  approved: 'ok',
  cleared: 'ok',
  declined: 'plain',
  reversed: 'plain',
  expired: 'warn',
};

type PurchaseProps = { readonly of: Connection; readonly purchase: string };

/** One purchase: what was asked, the checks in their order, our answer, and what the processor told afterwards. */
export function PurchasePane({ of, purchase }: PurchaseProps) {
  const t = useTexts('deskConnections');
  const { connection } = of;
  const named = { connection, purchase };
  const looked = useCommand('processor-purchase', named, { everyMs: EVERY_MS });
  const messages = useCommand('processor-messages', named, { everyMs: EVERY_MS });
  const checks = useCommand('processor-checks', named, { everyMs: EVERY_MS });
  const mayRead = useDefinition('read-told-again')?.mayGive === true;
  const [one] = looked.rows ?? [];
  const asks = messages.rows?.filter(({ side }) => side === 'asked') ?? [];
  const told = messages.rows?.filter(({ side }) => side === 'told') ?? [];
  return (
    <Pane
      title={one ? <Title of={one} /> : t('story.title')}
      aside={<Neighbours of={of} purchase={one?.purchase ?? purchase} />}
      isPadded={false}
    >
      <div className="story">
        <LookedPart of={looked} empty={t('story.unknown')}>
          {([facts]) => (facts ? <About of={facts} /> : null)}
        </LookedPart>
        {one ? (
          <LookedPart of={messages} empty={t('story.unknown')}>
            {() => (
              <>
                {asks.length === 0 ? <p>{t('story.notAsked')}</p> : null}
                {asks.map((ask, place) => (
                  <AskPart
                    key={`${ask.at} ${ask.kind} ${ask.amount}`}
                    ask={ask}
                    facts={one}
                    isFirst={place === 0}
                    checks={checks.rows?.filter((check) => check.ask === place + 1)}
                  />
                ))}
                <ToldPart told={told} facts={one} isAsked={asks.length > 0} />
              </>
            )}
          </LookedPart>
        ) : null}
      </div>
      {one && told.length > 0 ? (
        <div className="story__foot">
          <span className="small quiet">{t('again.text')}</span>
          {mayRead ? (
            <CommandForm
              name="read-told-again"
              given={{ connection, purchase: one.purchase }}
              action={t('again.action')}
              tone="line"
              isShownElsewhere
            />
          ) : null}
        </div>
      ) : null}
    </Pane>
  );
}

function Title({ of: { shop, amount, state } }: { readonly of: Purchase }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  // The state of a card has neither.
  if (shop === '' && amount === '') return <>{t('told.cardState')}</>;
  const name = shop === '' ? t('story.noShop') : shop;
  return (
    <>
      {amount === '' ? name : t('story.at', { shop: name, amount: format.money(amount) })}{' '}
      {state === '' ? (
        <Tag tone="warn">{t('purchase.none')}</Tag>
      ) : (
        <Tag tone={TONES[state] ?? 'plain'}>{t(`purchase.${state}`)}</Tag>
      )}
    </>
  );
}

/** Person, card and ids of a purchase. */
function About({
  of: { person, name, ending, wallet, amount, purchase, reference, held, heldUntil, cleared },
}: {
  readonly of: Purchase;
}) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const parts: readonly ReactNode[] = [
    name === '' ? null : personLink(person, name),
    ending === '' ? (amount === '' ? null : t('story.noCard')) : t('card.ending', { ending }),
    wallet === '' ? null : t(`wallet.${wallet}`),
    held === '' ? null : t('story.held', { amount: format.money(held), day: format.dateOf(heldUntil) }),
    cleared === '' ? null : t('story.cleared', { amount: format.money(cleared) }),
  ];
  return (
    <div>
      <p className="small quiet">
        {parts
          .filter((part) => part !== null)
          .map((part, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence
            <Fragment key={place}>
              {place === 0 ? '' : ' · '}
              {part}
            </Fragment>
          ))}
      </p>
      <p className="small quiet mono">{purchase}</p>
      {reference === '' || reference === purchase ? null : (
        <p className="small quiet">
          {t('story.ours')} <span className="mono">{reference}</span>
        </p>
      )}
    </div>
  );
}

/** Ways to the purchases beside it in the list of the newest. */
function Neighbours({ of: { connection, number }, purchase }: PurchaseProps) {
  const t = useTexts('deskConnections');
  const looked = useCommand('processor-purchases', { connection }, { everyMs: EVERY_MS });
  const rows = looked.rows ?? [];
  const place = rows.findIndex((row) => row.purchase === purchase);
  if (place === -1) return null;
  const way = (row: (typeof rows)[number] | undefined, label: string, sign: string) =>
    row ? (
      <Link
        className={buttonClass({ tone: 'line', small: true })}
        to={wayOfPurchase(number, row.purchase)}
        aria-label={label}
      >
        <span aria-hidden="true">{sign}</span>
      </Link>
    ) : null;
  return (
    <span className="story__ways">
      {way(rows[place - 1], t('story.newer'), '‹')}
      {way(rows[place + 1], t('story.older'), '›')}
    </span>
  );
}
