import './edit-section.css';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { SubmitButton } from '../form/submit-button.tsx';
import type { FieldSpec, Form } from '../form/use-form.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ErrorSummary } from '../ui/fields/error-summary.tsx';
import { SkeletonRows } from '../ui/pages/skeleton.tsx';
import { SummaryList, type SummaryRow } from '../ui/pages/summary-list.tsx';
import { type EditOptions, type EditView, useEdit } from './use-edit.ts';

/** Section of a page that is being edited; one at a time. */
export type OpenSection = { readonly id: string | null; readonly open: (id: string | null) => void };

export function useOpenSection(): OpenSection {
  const [id, open] = useState<string | null>(null);
  return { id, open };
}

type EditedField = FieldSpec & {
  /** Name at the beginning of a sentence: `Mobile`. */
  readonly label: string;
  /** Its value where it is compared or confirmed: `$500.00`, `••••`. A secret without this is left out. */
  readonly shown?: (value: string) => string;
};

type EditSectionProps<Name extends string> = Pick<
  EditOptions<Name>,
  'saved' | 'check' | 'save' | 'asksFirst' | 'problemWords'
> & {
  readonly section: OpenSection;
  readonly id: string;
  readonly title: string;
  /** Level of its heading. */
  readonly as?: 'h2' | 'h3' | 'h4';
  readonly hint?: string;
  /** Rows with the saved values. */
  readonly rows: readonly SummaryRow[];
  readonly fields: Readonly<Record<Name, EditedField>>;
  /** Label of the button that opens it, where nothing is changed there; defaults to `Change` with the title. */
  readonly opens?: string;
  /** Label that names what is saved: `Save phone numbers`. */
  readonly action: string;
  /** Message after saving; defaults to a general one. */
  readonly savedWords?: string;
  /** Fields of the form. */
  readonly children: (form: Form<Name>) => ReactNode;
};

/** Section of saved values: shown, edited and, if required, confirmed. */
export function EditSection<Name extends string>(props: EditSectionProps<Name>) {
  const { section, id, title, as: Heading = 'h2', hint, rows, savedWords, opens } = props;
  const t = useTexts('ui');
  const isOpen = section.id === id;
  const [isSaved, setIsSaved] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The button that had the focus was removed.
    if (wasOpen.current && !isOpen) change.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section className={classNames('edit-section', isOpen && 'edit-section--open')} aria-labelledby={`${id}-title`}>
      <div className="edit-section__head">
        <Heading className="edit-section__title" id={`${id}-title`}>
          {title}
        </Heading>
        {isOpen ? null : (
          <button
            type="button"
            className="edit-section__change"
            ref={change}
            aria-disabled={section.id !== null || undefined}
            onClick={() => {
              if (section.id !== null) return;
              setIsSaved(false);
              section.open(id);
            }}
          >
            {opens ?? (
              <>
                {t('change')}
                <span className="visually-hidden"> {title}</span>
              </>
            )}
          </button>
        )}
      </div>
      <p className="edit-section__saved" role="status">
        {isSaved ? (savedWords ?? t('edit.saved')) : null}
      </p>
      {isOpen ? (
        // Around the whole form, because its first field is focused once all parts are loaded.
        <Suspense fallback={<SkeletonRows count={2} />}>
          <OpenEdit
            {...props}
            hint={hint}
            onClose={(saved) => {
              setIsSaved(saved);
              section.open(null);
            }}
          />
        </Suspense>
      ) : (
        <SummaryList layout="sides" rows={rows} heading={title} />
      )}
    </section>
  );
}

type OpenEditProps<Name extends string> = Omit<EditSectionProps<Name>, 'hint'> &
  Pick<EditOptions<Name>, 'onClose'> & { readonly hint: string | undefined };

function OpenEdit<Name extends string>(props: OpenEditProps<Name>) {
  const { hint, fields, action, onClose, children } = props;
  const t = useTexts('ui');
  const edit = useEdit<Name>(props);
  const { form, mode, goBack } = edit;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>(
      mode === 'edit' ? 'input, select, textarea' : '.edit-section__question',
    );
    first?.focus();
  }, [mode]);
  return (
    <form
      className="edit-section__form"
      ref={element}
      noValidate
      onSubmit={(event) => {
        if (edit.conflicts.length === 0) return form.onSubmit(event);
        // The user must choose between the values first.
        event.preventDefault();
        element.current?.querySelector<HTMLElement>('.edit-section__choice button')?.focus();
      }}
    >
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      {mode === 'edit' ? (
        <>
          {hint ? <p className="edit-section__hint">{hint}</p> : null}
          <Elsewhere edit={edit} fields={fields} />
          {children(form)}
        </>
      ) : (
        <Confirmation edit={edit} fields={fields} />
      )}
      <div className="edit-section__actions">
        <SubmitButton form={form}>{action}</SubmitButton>
        <Button wide tone="text" onClick={() => (mode === 'edit' ? onClose(false) : goBack())}>
          {t(mode === 'edit' ? 'cancel' : 'edit.goBack')}
        </Button>
      </div>
    </form>
  );
}

type PartProps<Name extends string> = {
  readonly edit: EditView<Name>;
  readonly fields: Readonly<Record<Name, EditedField>>;
};

/** Values changed elsewhere during the edit: merged, or offered as a choice where both sides changed. */
function Elsewhere<Name extends string>({ edit, fields }: PartProps<Name>) {
  const t = useTexts('ui');
  const id = useId();
  const { taken, keepMine, takeTheirs } = edit;
  const conflicts = edit.conflicts.map(({ name, ...values }) => {
    const shown = fields[name].shown ?? ((value) => value);
    return { name, theirs: shown(values.theirs) || t('edit.nothing'), mine: shown(values.mine) || t('edit.nothing') };
  });
  return (
    <div className="edit-section__elsewhere" role="alert">
      {conflicts.map(({ name, theirs, mine }) => (
        <Banner key={`${id}${name}`} tone="warning" title={t('edit.conflict', { field: fields[name].label })}>
          <p>{t('edit.conflictText', { theirs, mine })}</p>
          <span className="edit-section__choice">
            <Button small tone="tonal" onClick={() => takeTheirs(name)}>
              {t('edit.take', { theirs })}
            </Button>
            <Button small tone="line" onClick={() => keepMine(name)}>
              {t('edit.keep', { mine })}
            </Button>
          </span>
        </Banner>
      ))}
      {taken.map((name) => (
        <Banner key={`${id}${name}-taken`}>{t('edit.taken', { field: fields[name].label })}</Banner>
      ))}
    </div>
  );
}

/** Confirmation listing the changes. A secret says that it changes, never what it was. */
function Confirmation<Name extends string>({ edit, fields }: PartProps<Name>) {
  const t = useTexts('ui');
  return (
    <>
      <p className="edit-section__question" tabIndex={-1}>
        {t('edit.confirm')}
      </p>
      <SummaryList
        layout="sides"
        rows={edit.changes.flatMap(({ name, from, to }) => {
          const { label, isSecret, isPin, shown = (value) => value } = fields[name];
          const isHidden = isSecret === true || isPin === true;
          if (isHidden) return fields[name].shown ? [{ term: label, value: shown(to) }] : [];
          const detail = t('edit.from', { from: shown(from) || t('edit.nothing') });
          return [{ term: label, value: shown(to) || t('edit.nothing'), detail }];
        })}
      />
    </>
  );
}
