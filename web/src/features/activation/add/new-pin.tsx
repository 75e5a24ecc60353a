import type { activateAllocatedCard, addCardToLogin } from '@wattle/contract/activation/add-card.ts';
import type { BodyInputOf, ResponseOf } from '@wattle/contract/operation.ts';
import { isTrivialPin } from '@wattle/contract/rules/pin-choice.ts';
import { useBrand } from '../../../brand/brand.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { NewCodeFields } from '../../../ui/fields/new-code-fields.tsx';

type WithPin = typeof addCardToLogin | typeof activateAllocatedCard;

const REFUSED_PIN = { pin: 'tryAgainPinText', again: 'tryAgainPinText' } as const;

type NewPinProps<O extends WithPin> = {
  readonly title: string;
  readonly steps: { readonly step: number; readonly of: number };
  readonly operation: O;
  readonly body: (pin: string) => BodyInputOf<O>;
  readonly onDone: (answer: ResponseOf<O>) => Promise<void>;
};

/** The PIN of a card that is activated in a signed-in session, twice. */
export function NewPin<O extends WithPin>({ title, steps, operation, body, onDone }: NewPinProps<O>) {
  const t = useTexts('activation');
  const words = useTexts('activation');
  const validation = useTexts('validation');
  const { SupportPhoneNumber: phone } = useBrand();
  const fields = {
    pin: { called: words('pin.name'), isPin: true },
    again: { called: words('pin.again.name'), isPin: true },
  };
  const form = useForm({
    fields,
    rules: operationRules<WithPin, 'pin' | 'again'>(fields, {
      operation,
      body: ({ pin }) => body(pin) as never,
      also: ({ pin, again }) => (pin !== again || isTrivialPin(pin) ? REFUSED_PIN : {}),
      onDone: (answer) => onDone(answer as ResponseOf<O>),
      onRefused: ({ code, field }) => (code === '20010' && field === 'pin' ? { problems: REFUSED_PIN } : undefined),
    }),
    problemWords: (_, key) => validation(key),
  });
  return (
    <FormPage
      title={title}
      lead={words('pin.lead')}
      steps={steps}
      help={form.refusal ? t('add.help.call', { phone }) : undefined}
      form={form}
      className="activation__form"
    >
      <NewCodeFields
        {...form.twice('pin', 'again')}
        label={words('pin.label')}
        againLabel={words('pin.again.label')}
        hint={words('pin.hint')}
        matched={words('pin.matched')}
      />
      <SubmitButton form={form} busy={words('pin.busy')}>
        {words('pin.submit')}
      </SubmitButton>
    </FormPage>
  );
}
