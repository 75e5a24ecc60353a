import { Button } from '@wattle/web/ui/button.tsx';
import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { classNames } from '@wattle/web/ui/class-names.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Tag } from '../../ui/tag.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { PurchasePane } from './purchase-pane.tsx';
import { PurchasesPane } from './purchases-pane.tsx';
import { SecretsPane } from './secrets-pane.tsx';
import { TimesPane } from './times-pane.tsx';
import { TroublePane } from './trouble-pane.tsx';
import { type Connection, EVERY_MS, processorName, stateOf } from './use-connections.ts';
import { WordsPane } from './words-pane.tsx';
import './connections.css';

/** One connection to a card processor: its figures, what needs a person, and one of its purchases. */
export function ConnectionScreen() {
  const t = useTexts('deskConnections');
  const { number = '', purchase } = useParams();
  const looked = useCommand('connections', {}, { everyMs: EVERY_MS });
  const one = looked.rows?.find((row) => String(row.number) === number);
  if (one) return <ConnectionPage key={number} of={one} purchase={purchase} />;
  return (
    <>
      <PageHead title={t('title')} trail={<Link to="/connections">{t('title')}</Link>} />
      <LookedPart of={looked} empty={t('unknown')}>
        {() => <p>{t('unknown')}</p>}
      </LookedPart>
    </>
  );
}

type Form = 'settings' | 'switch';

function ConnectionPage({ of, purchase }: { readonly of: Connection; readonly purchase: string | undefined }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const [form, setForm] = useState<Form>();
  const mayChange = useDefinition('change-connection')?.mayGive === true;
  const { connection, processor, state, deadlineMs } = of;
  const [key, tone] = stateOf(of);
  const other = state === 'on' ? 'off' : 'on';
  const button = (one: Form, words: string) => (
    <Button tone="line" aria-expanded={form === one} onClick={() => setForm(form === one ? undefined : one)}>
      {words}
    </Button>
  );
  return (
    <>
      <PageHead
        title={connection}
        tags={<Tag tone={tone}>{t(`state.${key}`)}</Tag>}
        trail={
          <>
            <Link to="/connections">{t('title')}</Link>
            <span>{` / ${processorName(processor)}`}</span>
          </>
        }
        lead={
          <>
            {t('head.deadline', { ms: format.count(deadlineMs) })} <Silence of={of} /> <Balance of={of} />
          </>
        }
        actions={
          mayChange ? (
            <>
              {button('switch', t(`switch.${other}`))}
              {button('settings', t('settings.action'))}
            </>
          ) : null
        }
      />
      {form === 'settings' ? <SettingsPane of={of} /> : null}
      {form === 'switch' ? (
        <Pane title={t(`switch.${other}`)}>
          <CommandForm
            name="switch-connection"
            given={{ connection, state: other }}
            action={t(`switch.${other}`)}
            {...(other === 'off' && { tone: 'danger' as const })}
          >
            <p>{t(`switch.${other}Text`)}</p>
          </CommandForm>
        </Pane>
      ) : null}
      <FigureStrip of={of} />
      <div className={classNames('cols connections', purchase !== undefined && 'connections--chosen')}>
        <div className="col-5 stack">
          <TimesPane of={of} />
          <TroublePane of={of} />
          <SecretsPane of={of} mayChange={mayChange} />
          <WordsPane of={of} />
        </div>
        <div className="col-7 stack">
          {purchase === undefined ? null : <PurchasePane key={purchase} of={of} purchase={purchase} />}
          <PurchasesPane of={of} chosen={purchase} />
        </div>
      </div>
    </>
  );
}

/** Consequence of an ask without a decision. */
function Silence({ of: { processor, silence, atProcessor, answerByMs } }: { readonly of: Connection }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  if (silence === 'decline') return <>{t('silence.decline', { ms: format.count(answerByMs) })}</>;
  const name = processorName(processor);
  const key = atProcessor === '' ? 'unknown' : atProcessor;
  return (
    <>
      {t('silence.leave')} <strong className="strong">{t(`silence.${key}`, { processor: name })}</strong>
    </>
  );
}

/** The programme's balance at the processor, where it has said one. */
function Balance({ of: { balance, balanceAt, leastBalance } }: { readonly of: Connection }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  if (balance === '') return null;
  const isLow = leastBalance !== '' && Number(balance) < Number(leastBalance);
  const amount = format.money(balance);
  return (
    <>
      {t('balance.label')}{' '}
      <span className={isLow ? 'money-out strong' : 'strong'}>
        {isLow ? t('balance.low', { amount, least: format.money(leastBalance) }) : amount}
      </span>
      {` (${format.momentIn(balanceAt)}).`}
    </>
  );
}

function SettingsPane({ of }: { readonly of: Connection }) {
  const t = useTexts('deskConnections');
  const { connection, number, address, silence, atProcessor } = of;
  return (
    <Pane title={t('settings.title')}>
      <Facts
        facts={[
          [
            t('settings.address'),
            <span className="mono" key="address">
              {t('settings.paths', { address })}
            </span>,
          ],
          [t('settings.number'), number],
          [t('settings.silence'), t(`settings.silence.${silence}`)],
          [t('settings.atProcessor'), atProcessor === '' ? t('settings.notSaid') : t(`settings.at.${atProcessor}`)],
        ]}
      />
      <CommandForm name="change-connection" given={{ connection }} action={t('settings.ask')}>
        <p>{t('settings.text')}</p>
      </CommandForm>
    </Pane>
  );
}
