import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { CopyButton } from '@wattle/web/ui/copy-button.tsx';
import { RadioGroup } from '@wattle/web/ui/fields/radio-group.tsx';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useChange } from '../../calls/use-change.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { groupedAccount } from '../../ui/grouped-account.ts';
import { OutcomePart } from '../../ui/outcome-part.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Say } from '../../ui/say.tsx';
import { CallerChecks } from './caller-pane.tsx';
import { useCaller } from './caller.ts';
import type { Act, Person } from './use-person.ts';

type ReportPaneProps = {
  readonly person: Person;
  /** `card:49`. */
  readonly card: string;
  readonly onAct: (act: Act | null) => void;
};

type State = 'lost' | 'stolen';

/** Reports a card lost or stolen: which one, who calls, and what will happen, before it is done. */
export function ReportPane({ person, card: id, onAct }: ReportPaneProps) {
  const t = useTexts('deskPeople');
  const cards = useCommand('cards-of', { person: person.person });
  const accounts = useCommand('accounts', { person: person.person });
  const card = cards.rows?.find((one) => one.card === id);
  const account = accounts.rows?.find((one) => one.account === card?.account);
  const change = useChange('report-card');
  const { outcome } = change;
  const [report] = outcome?.kind === 'done' ? outcome.answer.rows : [];
  const place = useRef<HTMLDivElement>(null);
  const isReady = card !== undefined && account !== undefined;
  useEffect(() => {
    if (isReady) place.current?.querySelector<HTMLElement>('input')?.focus();
  }, [isReady]);
  if (!card || !account) return null;
  const last4 = card.number.slice(-4);
  return (
    <div ref={place}>
      {report ? (
        <Pane title={t('report.title', { last4 })}>
          <Reported
            last4={last4}
            account={account}
            reference={String(report['reference'] ?? '')}
            onNew={() => onAct({ command: 'reissue-card', label: 'act.reissue', given: { card: id } })}
            onClose={() => onAct(null)}
          />
        </Pane>
      ) : (
        <Pane title={t('report.title', { last4 })}>
          <ReportForm person={person} card={card} account={account} change={change} onClose={() => onAct(null)} />
        </Pane>
      )}
    </div>
  );
}

type FormProps = {
  readonly person: Person;
  readonly card: RowOf<'cards-of'>;
  readonly account: RowOf<'accounts'>;
  readonly change: ReturnType<typeof useChange>;
  readonly onClose: () => void;
};

function ReportForm({ person, card, account, change, onClose }: FormProps) {
  const t = useTexts('deskPeople');
  const id = useId();
  const caller = useCaller(person.person);
  const [state, setState] = useState<State | ''>('');
  const [isTried, setTried] = useState(false);
  const { outcome, isSending } = change;
  const submit = async (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault();
    setTried(true);
    if (caller.count === 0) return document.getElementById(`${id}-checks`)?.querySelector('input')?.focus();
    if (state === '') return document.getElementById(id)?.focus();
    return void (await change.give({ card: card.card, state, checked: caller.asInput }));
  };
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <p>{t('report.of', { name: person.name, product: card.product, account: groupedAccount(card.account) })}</p>
        <LastUsed person={person.person} last4={card.number.slice(-4)} />
      </div>
      <fieldset className="people__checksOf" id={`${id}-checks`}>
        <legend className="strong">{t('report.caller')}</legend>
        <CallerChecks person={person.person} />
        {isTried && caller.count === 0 ? (
          <p className="people__wrong" role="alert">
            {t('report.unchecked')}
          </p>
        ) : null}
      </fieldset>
      <RadioGroup
        id={id}
        name={id}
        label={t('report.what')}
        value={state}
        onValue={setState}
        areTiles
        error={isTried && state === '' ? t('report.missing') : undefined}
        options={[
          { value: 'lost', label: t('report.lost'), hint: t('report.lostText') },
          { value: 'stolen', label: t('report.stolen'), hint: t('report.stolenText') },
        ]}
      />
      <WillHappen person={person} card={card} account={account} />
      {outcome && outcome.kind !== 'done' ? (
        <OutcomePart outcome={outcome} isSending={isSending} onRetry={() => void submit()} />
      ) : null}
      <div className="form__actions">
        <Button type="submit" tone="danger" busy={isSending}>
          {t(state === 'stolen' ? 'report.doStolen' : 'report.doLost', { last4: card.number.slice(-4) })}
        </Button>
        <Button tone="line" onClick={onClose}>
          {t('act.close')}
        </Button>
      </div>
    </form>
  );
}

/** The newest purchase of the card, which the caller can be asked about. */
function LastUsed({ person, last4 }: { readonly person: string; readonly last4: string }) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const events = useCommand('timeline', { person, kind: 'card' });
  const used = events.rows?.find(({ card, amount }) => card === last4 && amount !== '');
  if (!used) return null;
  const amount = format.money(used.amount.replace('-', ''));
  return (
    <p className="small quiet">{t('report.lastUsed', { at: format.momentOf(used.at), what: used.what, amount })}</p>
  );
}

function WillHappen({ person, card, account }: Pick<FormProps, 'person' | 'card' | 'account'>) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const last4 = card.number.slice(-4);
  const holds = useCommand('holds', { account: card.account });
  const pending = (holds.rows ?? [])
    .filter((hold) => hold.why === 'purchase' && hold.card === last4)
    .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  return (
    <section className="people__happens" aria-labelledby={`will-${last4}`}>
      <h3 className="strong" id={`will-${last4}`}>
        {t('report.happens')}
      </h3>
      <Facts
        facts={[
          [t('card.named', { last4 }), t('report.ends')],
          [
            t('report.pending'),
            pending === 0 ? t('report.noPending') : t('report.mayBeTaken', { amount: format.money(pending / 100) }),
          ],
          [
            t('money'),
            t('report.stays', {
              account: account.name || groupedAccount(account.account),
              amount: format.money(account.available),
            }),
          ],
          [t('report.newCard'), t('report.newCardText')],
          [t('report.told', { name: person.name }), t('report.toldText')],
        ]}
      />
    </section>
  );
}

type ReportedProps = {
  readonly last4: string;
  readonly account: RowOf<'accounts'>;
  readonly reference: string;
  readonly onNew: () => void;
  readonly onClose: () => void;
};

/** Outcome of a report, with the words to read out and what comes next. */
function Reported({ last4, account, reference, onNew, onClose }: ReportedProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  return (
    <Say tone="ok" isNews>
      <p className="strong">{t('reported.title', { last4 })}</p>
      <p>{t('reported.say', { amount: format.money(account.available) })}</p>
      <p className="people__reference">
        <span className="figures">{reference.replaceAll(/(\d{5})(\d{6})(\d+)/g, '$1 $2 $3')}</span>
        <CopyButton text={reference} label={t('reported.copy')} />
      </p>
      <p className="form__actions">
        <Button small onClick={onNew}>
          {t('reported.new')}
        </Button>
        <Button small tone="line" onClick={onClose}>
          {t('act.close')}
        </Button>
      </p>
    </Say>
  );
}
