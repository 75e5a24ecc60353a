import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { RadioGroup } from '@wattle/web/ui/fields/radio-group.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import type { Act, Person } from './use-person.ts';

type Product = RowOf<'products-of'>;
type IssuePaneProps = { readonly act: Act; readonly person: Person; readonly onClose: () => void };

/** Gives a person another card, of a product that they can get: on an account of theirs, or on a new one. */
export function IssuePane({ act, person, onClose }: IssuePaneProps) {
  const t = useTexts('deskPeople');
  const looked = useCommand('products-of', { person: person.person });
  const title = act.of === undefined ? t(act.label) : t('act.titled', { what: t(act.label), of: act.of });
  return (
    <Pane title={title}>
      <LookedPart of={looked} empty={t('issue.none', { name: person.name })}>
        {(products) => <IssueForm act={act} person={person} products={products} onClose={onClose} />}
      </LookedPart>
      {looked.rows?.length ? null : (
        <p className="form__actions">
          <Button tone="line" onClick={onClose}>
            {t('act.close')}
          </Button>
        </p>
      )}
    </Pane>
  );
}

type IssueFormProps = IssuePaneProps & { readonly products: readonly Product[] };

function IssueForm({ act, person, products, onClose }: IssueFormProps) {
  const t = useTexts('deskPeople');
  const id = useId();
  const [chosen, setChosen] = useState<string>(products.length === 1 ? (products[0]?.product ?? '') : '');
  const product = products.find((one) => one.product === chosen);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const isOnNew = act.command === 'issue-card';
  const inputs = useDefinition(act.command)?.inputs ?? [];
  const given = product && {
    product: product.product,
    ...(isOnNew ? { brand: product.brand, holderOf: product.holderOf } : act.given),
  };
  const close = (
    <Button tone="line" onClick={onClose}>
      {t('act.close')}
    </Button>
  );
  return (
    <div className="people__issue" ref={place}>
      <RadioGroup
        id={id}
        name={id}
        label={t('issue.product')}
        value={chosen}
        onValue={setChosen}
        error={undefined}
        options={products.map(({ product: value, name, scheme, kind }) => ({
          value,
          label: name,
          hint: `${scheme} · ${t(`issue.${kind}`)}`,
        }))}
      />
      {given ? (
        <CommandForm
          key={chosen}
          name={act.command}
          given={given}
          // The rest is on record.
          without={inputs.flatMap(({ name }) => (name === 'nameOnCard' ? [] : [name]))}
          action={t('issue.do', { product: product.name })}
          aside={close}
        >
          <p>{t(isOnNew ? 'issue.onNew' : 'issue.onSame', { name: person.name })}</p>
        </CommandForm>
      ) : (
        <p className="form__actions">{close}</p>
      )}
    </div>
  );
}
